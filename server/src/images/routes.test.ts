import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { foldText, titleKey } from "contract/games/rules.ts";
import { eq } from "drizzle-orm";
import Fastify, { type FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { games } from "../games/table.ts";
import { answerErrors } from "../http/errors.ts";
import { createTestDatabase } from "../test/database.ts";
import { eventually, untilFound } from "../test/eventually.ts";
import { leeway } from "../test/speed.ts";
import { type ImageOptions, registerImages } from "./routes.ts";

const { db } = await createTestDatabase();

const noise = {
  create: {
    width: 460,
    height: 215,
    channels: 3,
    background: "#357",
    noise: { type: "gaussian", mean: 120, sigma: 40 },
  },
} as const;
const header = await sharp(noise).jpeg().toBuffer();
const capsule = await sharp(noise).resize(600, 900, { fit: "fill" }).jpeg().toBuffer();

const folderOf = (appid: number) => `/store_item_assets/steam/apps/${appid}`;

/** Stands for Steam's image host: answers what a test puts into `answers`, by path; else 404. */
let answers: Record<string, Buffer | RequestListener>;
let asked: string[];
let host: string;
let dataDir: string;
let closing: (() => Promise<unknown>)[];

beforeEach(async () => {
  answers = {};
  asked = [];
  closing = [];
  dataDir = await mkdtemp(join(tmpdir(), "images-"));
  host = await serve((request, response) => {
    asked.push(request.url!);
    const answer = answers[request.url!];
    if (typeof answer === "function") answer(request, response);
    else if (answer) response.writeHead(200, { "content-type": "image/jpeg" }).end(answer);
    else response.writeHead(404).end();
  });
});

afterEach(async () => {
  for (const close of closing.reverse()) await close();
  await rm(dataDir, { recursive: true });
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function openSite(options: Partial<ImageOptions> = {}): FastifyInstance {
  const app = Fastify();
  answerErrors(app);
  registerImages(app, { findGame, env: { dataDir, steamImageUrl: host }, countMiss: () => {}, ...options });
  closing.push(() => app.close());
  return app;
}

async function findGame(id: number) {
  const [game] = await db.select().from(games).where(eq(games.id, id));
  return game ?? null;
}

let lastAppid = 1_000;

/** A game of its own for each test; without an appid when that is null. */
async function addGame(facts: { steamAppid?: number | null; boxartUrl?: string } = {}) {
  const title = "Portal & Friends";
  const values = { title, titleFolded: foldText(title), titleKey: titleKey(title), genre: "Puzzle" };
  const [game] = await db
    .insert(games)
    .values({ ...values, steamAppid: ++lastAppid, ...facts })
    .returning({ id: games.id, appid: games.steamAppid });
  return { id: game!.id, appid: game!.appid! };
}

const landscape = (id: number, query = "") => ({ url: `/images/games/${id}/landscape${query}` });
const avif = { headers: { accept: "image/avif,image/webp,*/*;q=0.8" } };

const cover = { statusCode: 200, headers: { "content-type": "image/svg+xml" } };
const webp = { statusCode: 200, headers: { "content-type": "image/webp" } };

test.each([
  ["landscape", "", 460, 215],
  ["landscape", "?w=230", 230, 108],
  ["landscape", "?w=920", 920, 430],
  ["portrait", "", 300, 450],
  ["portrait", "?w=200", 200, 300],
  ["portrait", "?w=600", 600, 900],
])("a %s picture%s is %s by %s, as WebP to be kept", async (variant, query, width, height) => {
  const { id, appid } = await addGame();
  answers[`${folderOf(appid)}/header.jpg`] = header;
  answers[`${folderOf(appid)}/library_600x900_2x.jpg`] = capsule;
  const response = await openSite().inject(`/images/games/${id}/${variant}${query}`);
  expect(response).toMatchObject(webp);
  expect(response.headers).toMatchObject({ vary: "Accept" });
  expect(response.headers["cache-control"]).toContain("immutable");
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: "webp", width, height });
});

test("a picture is made anew, never passed on: what else was in the file stays behind", async () => {
  const secret = "<script>alert(1)</script>";
  const exif = { IFD0: { Copyright: secret }, IFD3: { GPSLatitude: "52/1 30/1 0/1" } };
  const file = Buffer.concat([await sharp(noise).withExif(exif).jpeg().toBuffer(), Buffer.from(secret)]);
  expect(file.toString("latin1").split(secret)).toHaveLength(3);
  const { id, appid } = await addGame();
  answers[`${folderOf(appid)}/header.jpg`] = file;
  const app = openSite();
  const find = (accept: string) => app.inject({ ...landscape(id), headers: { accept } });
  const first = await find("image/avif,image/webp");
  const isMade = async () => (await find("image/avif")).headers["content-type"] === "image/avif";
  await untilFound(isMade);
  for (const { rawPayload } of [first, await find("image/avif")]) {
    expect(rawPayload.toString("latin1")).not.toContain(secret);
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
  }
});

test("a game without a capsule gets its header, whole, in portrait", async () => {
  const { id, appid } = await addGame();
  answers[`${folderOf(appid)}/header.jpg`] = header;
  const response = await openSite().inject(`/images/games/${id}/portrait`);
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: "webp", width: 300, height: 450 });
  expect(asked).toEqual(
    ["library_600x900_2x.jpg", "library_600x900.jpg", "header.jpg"].map((file) => `${folderOf(appid)}/${file}`),
  );
});

test("many requests at once, for all widths, make one fetch", async () => {
  const { id, appid } = await addGame();
  answers[`${folderOf(appid)}/header.jpg`] = (_, response) =>
    setTimeout(() => response.writeHead(200, { "content-type": "image/jpeg" }).end(header), 100);
  const app = openSite();
  const queries = Array.from({ length: 30 }, (_, index) => ["", "?w=230", "?w=920"][index % 3]!);
  const responses = await Promise.all(queries.map((query) => app.inject(landscape(id, query))));
  expect(responses.map((response) => response.headers["content-type"])).toEqual(queries.map(() => "image/webp"));
  expect(asked).toHaveLength(1);
});

test("a picture is kept over a restart, and a known one is not sent again", async () => {
  const { id, appid } = await addGame();
  answers[`${folderOf(appid)}/header.jpg`] = header;
  const first = await openSite().inject(landscape(id));
  const again = await openSite().inject({
    ...landscape(id),
    headers: { "if-none-match": `W/"x", ${first.headers.etag}` },
  });
  expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, "", first.headers.etag]);
  expect((await openSite().inject(landscape(id, "?w=230"))).statusCode).toBe(200);
  expect(asked).toHaveLength(1);
});

test("other box art or another appid makes another picture", async () => {
  const { id, appid } = await addGame();
  answers[`${folderOf(appid)}/header.jpg`] = header;
  answers[`${folderOf(999)}/header.jpg`] = await sharp(header).negate().jpeg().toBuffer();
  const app = openSite();
  const before = await app.inject(landscape(id));
  await db.update(games).set({ steamAppid: 999 }).where(eq(games.id, id));
  const after = await app.inject(landscape(id));
  expect(after).toMatchObject(webp);
  expect(after.headers.etag).not.toBe(before.headers.etag);
});

test("AVIF is made in the background for browsers that take it", async () => {
  const { id, appid } = await addGame();
  answers[`${folderOf(appid)}/header.jpg`] = header;
  const app = openSite();
  expect(await app.inject({ ...landscape(id), ...avif })).toMatchObject(webp);
  const made = await eventually(async () => {
    const response = await app.inject({ ...landscape(id), ...avif });
    expect(response.headers["content-type"]).toBe("image/avif");
    return response;
  });
  expect(await sharp(made.rawPayload).metadata()).toMatchObject({ compression: "av1", width: 460, height: 215 });
  expect(await app.inject(landscape(id))).toMatchObject(webp);
});

test("closing drops the pictures that wait to be made", async () => {
  const app = openSite();
  for (let index = 0; index < 5; index++) {
    const { id, appid } = await addGame();
    answers[`${folderOf(appid)}/header.jpg`] = header;
    await app.inject({ ...landscape(id), ...avif });
  }
  const start = performance.now();
  await app.close();
  expect(performance.now() - start).toBeLessThan(1_000 * leeway);
  const names = await readdir(join(dataDir, "images"), { recursive: true });
  expect(names.filter((name) => name.endsWith(".avif")).length).toBeLessThan(5);
});

test("a game that the host has no picture of gets a cover, and the host is not asked again for a while", async () => {
  const { id, appid } = await addGame();
  const clock = { now: 0 };
  const app = openSite({ now: () => clock.now });
  const first = await app.inject(landscape(id));
  expect(first).toMatchObject(cover);
  expect(first.payload).toContain("Portal &amp; Friends");
  expect(first.headers).toMatchObject({
    "cache-control": "public, max-age=300",
    "cross-origin-resource-policy": "cross-origin",
  });
  clock.now += 9 * 60_000;
  await app.inject(landscape(id, "?w=230"));
  expect(asked).toHaveLength(1);

  answers[`${folderOf(appid)}/header.jpg`] = header;
  clock.now += 60_000;
  expect(await app.inject(landscape(id))).toMatchObject(webp);
});

test("a game with nowhere to look gets a cover", async () => {
  const { id } = await addGame({ steamAppid: null });
  expect(await openSite().inject(landscape(id))).toMatchObject(cover);
});

const declaredSvg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="460" height="215"/>`);
const bodyOf =
  (type: string, body: Buffer): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { "content-type": type }).end(body);

test.each<[string, RequestListener]>([
  ["a page", bodyOf("text/html", header)],
  ["noise", bodyOf("image/jpeg", randomBytes(5_000))],
  ["half a picture", bodyOf("image/jpeg", header.subarray(0, header.length / 2))],
  ["a drawing", bodyOf("image/svg+xml", declaredSvg)],
  ["a drawing that claims to be a photograph", bodyOf("image/jpeg", declaredSvg)],
  ["nothing", bodyOf("image/jpeg", Buffer.alloc(0))],
  [
    "a picture that breaks off",
    (_, response) => {
      response.writeHead(200, { "content-type": "image/jpeg", "content-length": header.length });
      response.write(header.subarray(0, 100), () => response.destroy());
    },
  ],
  [
    "a file that says it is too large",
    (_, response) => response.writeHead(200, { "content-type": "image/jpeg", "content-length": 9 * 1024 ** 2 }).end(),
  ],
  [
    "a file that never ends",
    (_, response) => {
      response.writeHead(200, { "content-type": "image/jpeg" });
      const more = () => response.destroyed || response.write(Buffer.alloc(256 * 1024), () => setImmediate(more));
      more();
    },
  ],
  ["an endless redirect", (request, response) => void response.writeHead(302, { location: request.url }).end()],
  ["a redirect to nowhere", (_, response) => void response.writeHead(302, { location: "https://[" }).end()],
])("a host that answers %s leads to a cover", async (_, answer) => {
  const { id, appid } = await addGame();
  answers[`${folderOf(appid)}/header.jpg`] = answer;
  expect(await openSite().inject(landscape(id))).toMatchObject(cover);
});

test("a picture too large to decode leads to a cover", async () => {
  const { id, appid } = await addGame();
  const huge = { width: 8_000, height: 6_000, channels: 3, background: "#000" } as const;
  answers[`${folderOf(appid)}/header.jpg`] = await sharp({ create: huge }).jpeg().toBuffer();
  expect(await openSite().inject(landscape(id))).toMatchObject(cover);
});

test("a host that keeps silent costs its time once, and no more", async () => {
  const { id, appid } = await addGame();
  for (const file of ["library_600x900_2x.jpg", "header.jpg"]) answers[`${folderOf(appid)}/${file}`] = () => {};
  const app = openSite({ limits: { totalMs: 200 } });
  const start = performance.now();
  expect(await app.inject(`/images/games/${id}/portrait`)).toMatchObject(cover);
  expect(performance.now() - start).toBeLessThan(1_500 * leeway);
  expect(asked).toHaveLength(1);
});

test("a request that waits for a picture is answered when the site closes", async () => {
  const { id, appid } = await addGame();
  const waiting = Promise.withResolvers<void>();
  answers[`${folderOf(appid)}/header.jpg`] = () => waiting.resolve();
  const app = openSite();
  const response = app.inject(landscape(id));
  await waiting.promise;
  await app.close();
  expect(await response).toMatchObject(cover);
});

test("a host that is away is left alone: a page of covers comes at once", async () => {
  const nobody = await serve(() => {});
  await closing.pop()!();
  const app = openSite({ env: { dataDir, steamImageUrl: nobody } });
  for (let index = 0; index < 3; index++) await app.inject(landscape((await addGame()).id));

  // were it tried again it would answer now
  const port = Number(new URL(nobody).port);
  const server = createServer((request) => asked.push(request.url!)).listen(port, "127.0.0.1");
  closing.push(async () => server.close());
  const more = await Promise.all(Array.from({ length: 20 }, () => addGame()));
  const responses = await Promise.all(more.map(({ id }) => app.inject(landscape(id))));
  for (const response of responses) expect(response).toMatchObject(cover);
  expect(asked).toEqual([]);
});

test("no redirect leads into the private network", async () => {
  let reached = 0;
  const inside = await serve((_, response) => {
    reached++;
    response.writeHead(200, { "content-type": "image/jpeg" }).end(header);
  });
  const { port } = new URL(inside);
  const app = openSite();
  for (const location of [inside, `https://127.0.0.1:${port}/`, `https://localhost:${port}/`, `${host}/private.jpg`]) {
    const { id, appid } = await addGame();
    answers[`${folderOf(appid)}/header.jpg`] = (_, response) => void response.writeHead(302, { location }).end();
    expect(await app.inject(landscape(id))).toMatchObject(cover);
  }
  expect(reached).toBe(0);
  expect(asked).not.toContain("/private.jpg");
});

test("box art is fetched from public https addresses only, and Steam's picture stands in", async () => {
  const connections: string[] = [];
  const inside = await serve((request) => connections.push(request.url!));
  const { port } = new URL(inside);
  const app = openSite({ limits: { connectMs: 20_000, totalMs: 30_000 } });
  for (const boxartUrl of [
    `${inside}/art.jpg`,
    `${host}/art.jpg`,
    `https://127.0.0.1:${port}/`,
    `https://2130706433:${port}/`,
    `https://localhost:${port}/`,
    `https://[::1]:${port}/`,
    `https://[::ffff:127.0.0.1]:${port}/`,
    "https://10.0.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://somebody:secret@8.8.8.8/",
    "file:///etc/passwd",
    "data:image/png;base64,AAAA",
    "no address",
  ]) {
    const { id, appid } = await addGame({ boxartUrl });
    answers[`${folderOf(appid)}/header.jpg`] = header;
    const start = performance.now();
    expect(await app.inject(landscape(id)), boxartUrl).toMatchObject(webp);
    // refused, not tried in vain
    expect(performance.now() - start, boxartUrl).toBeLessThan(15_000);
  }
  expect(connections).toEqual([]);
  expect(asked.filter((path) => !path.startsWith("/store_item_assets/"))).toEqual([]);
});

test("pictures beyond the limit make room", async () => {
  const app = openSite({ limits: { stored: header.length * 3 } });
  for (let index = 0; index < 8; index++) {
    const { id, appid } = await addGame();
    answers[`${folderOf(appid)}/header.jpg`] = header;
    expect(await app.inject(landscape(id))).toMatchObject(webp);
  }
  await eventually(async () => {
    const names = await readdir(join(dataDir, "images"), { recursive: true });
    expect(names.filter((name) => name.endsWith(".original")).length).toBeLessThanOrEqual(3);
  });
});

test("a folder that cannot be written costs speed, not pictures", async () => {
  const { id, appid } = await addGame();
  answers[`${folderOf(appid)}/header.jpg`] = header;
  // a file where the folder should be stops root too
  const app = openSite({ env: { dataDir: "/dev/null", steamImageUrl: host } });
  expect(await app.inject(landscape(id))).toMatchObject(webp);
});

test.each([
  "/images/games/2147483647/landscape",
  "/images/games/0/landscape",
  "/images/games/-1/landscape",
  "/images/games/1.5/landscape",
  "/images/games/abc/landscape",
  "/images/games/99999999999999999999/landscape",
  "/images/games/1/square",
  "/images/games/1/toString",
  "/images/games/1/square?w=1",
])("%s is a 404 in JSON", async (url) => {
  const response = await openSite().inject(url);
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ code: "not_found" });
});

test.each(["?w=1", "?w=", "?w=460px", "?w=0460", "?w=230&w=460", "?w=300"])(
  "a width of %s is a 400 that names it",
  async (query) => {
    const { id } = await addGame();
    const response = await openSite().inject(landscape(id, query));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: "invalid",
      details: [{ path: "w", msg: "must be one of 230, 460, 920" }],
    });
    expect(asked).toEqual([]);
  },
);
