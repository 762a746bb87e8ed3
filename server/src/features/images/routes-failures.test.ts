import { randomBytes } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { cover, folderOf, header, imageHost, landscape, webp } from "../../test/image-host.ts";

const { db } = await createTestDatabase();
const { results, requests, closing, place, serve, openSite, addGame } = imageHost(db);

test("a game without a picture at the host gets a cover, and the next request to the host is delayed", async () => {
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
  expect(requests).toHaveLength(1);

  results[`${folderOf(appid)}/header.jpg`] = header;
  clock.now += 60_000;
  expect(await app.inject(landscape(id))).toMatchObject(webp);
});

test("a game without sources gets a cover", async () => {
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
])("a host that responds with %s leads to a cover", async (_, result) => {
  const { id, appid } = await addGame();
  results[`${folderOf(appid)}/header.jpg`] = result;
  expect(await openSite().inject(landscape(id))).toMatchObject(cover);
});

test("a picture too large to decode leads to a cover", async () => {
  const { id, appid } = await addGame();
  const huge = { width: 8_000, height: 6_000, channels: 3, background: "#000" } as const;
  results[`${folderOf(appid)}/header.jpg`] = await sharp({ create: huge }).jpeg().toBuffer();
  expect(await openSite().inject(landscape(id))).toMatchObject(cover);
});

test("a host that does not respond costs the timeout only once", async () => {
  const { id, appid } = await addGame();
  for (const file of ["library_600x900_2x.jpg", "header.jpg"]) results[`${folderOf(appid)}/${file}`] = () => {};
  const app = openSite({ limits: { totalMs: 200 } });
  expect(await app.inject(`/images/games/${id}/portrait`)).toMatchObject(cover);
  expect(requests).toHaveLength(1);
});

test("a request that waits for a picture completes when the site closes", async () => {
  const { id, appid } = await addGame();
  const waiting = Promise.withResolvers<void>();
  results[`${folderOf(appid)}/header.jpg`] = () => waiting.resolve();
  const app = openSite();
  const response = app.inject(landscape(id));
  await waiting.promise;
  await app.close();
  expect(await response).toMatchObject(cover);
});

test("an unreachable host is not retried: a page of covers is served immediately", async () => {
  const anonymous = await serve(() => {});
  await closing.pop()!();
  const app = openSite({ env: { dataDir: place.dataDir, steamImageUrl: anonymous } });
  for (let index = 0; index < 3; index++) await app.inject(landscape((await addGame()).id));

  // a retry would succeed now
  const port = Number(new URL(anonymous).port);
  const server = createServer((request) => requests.push(request.url!)).listen(port, "127.0.0.1");
  closing.push(async () => server.close());
  const more = await Promise.all(Array.from({ length: 20 }, () => addGame()));
  const responses = await Promise.all(more.map(({ id }) => app.inject(landscape(id))));
  for (const response of responses) expect(response).toMatchObject(cover);
  expect(requests).toEqual([]);
});

test("no redirect leads into the private network", async () => {
  let reached = 0;
  const inside = await serve((_, response) => {
    reached++;
    response.writeHead(200, { "content-type": "image/jpeg" }).end(header);
  });
  const { port } = new URL(inside);
  const app = openSite();
  for (const location of [
    inside,
    `https://127.0.0.1:${port}/`,
    `https://localhost:${port}/`,
    `${place.host}/private.jpg`,
  ]) {
    const { id, appid } = await addGame();
    results[`${folderOf(appid)}/header.jpg`] = (_, response) => void response.writeHead(302, { location }).end();
    expect(await app.inject(landscape(id))).toMatchObject(cover);
  }
  expect(reached).toBe(0);
  expect(requests).not.toContain("/private.jpg");
});

test("box art is fetched from public https addresses only, and Steam's picture stands in", async () => {
  const connections: string[] = [];
  const inside = await serve((request) => connections.push(request.url!));
  const { port } = new URL(inside);
  const app = openSite({ limits: { totalMs: 30_000 } });
  for (const boxartUrl of [
    `${inside}/art.jpg`,
    `${place.host}/art.jpg`,
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
    results[`${folderOf(appid)}/header.jpg`] = header;
    const start = performance.now();
    expect(await app.inject(landscape(id)), boxartUrl).toMatchObject(webp);
    // refused without a connection attempt
    expect(performance.now() - start, boxartUrl).toBeLessThan(15_000);
  }
  expect(connections).toEqual([]);
  expect(requests.filter((path) => !path.startsWith("/store_item_assets/"))).toEqual([]);
});

test("pictures are served even if the folder is not writable", async () => {
  const { id, appid } = await addGame();
  results[`${folderOf(appid)}/header.jpg`] = header;
  // a file in place of the folder stops root too
  const app = openSite({ env: { dataDir: "/dev/null", steamImageUrl: place.host } });
  expect(await app.inject(landscape(id))).toMatchObject(webp);
});
