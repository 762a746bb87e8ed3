// What one process of the site does, the others know: nobody notices which of them answers.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { prepareStopLinks } from "../features/notifications/delivery/commands-stop-link.ts";
import { recordOffers } from "../features/prices/offers/commands.ts";
import { connect } from "../platform/db/connect.ts";
import { listQueueStates } from "../platform/jobs/queue-states.ts";
import { startTestApp } from "../test/app.ts";
import { openBrowser } from "../test/browser.ts";
import { built } from "../test/built-website.ts";
import { addCatalogue } from "../test/catalogue.ts";
import { createTestDatabase, type TestDatabase } from "../test/database.ts";
import { eventually } from "../test/eventually.ts";
import { createTestFolder } from "../test/folder.ts";
import { secretKey } from "../test/secret-key.ts";
import { startGoogle } from "../test/servers/google-server.ts";
import { startUpstream } from "../test/servers/upstream-server.ts";
import { signInAdmin, signInUser } from "../test/users.ts";

if (!built) console.warn("Skipped the test of pages that two processes render: the website is not built");

const publicUrl = "http://shop.example";
const google = await startGoogle({ redirectUri: `${publicUrl}/api/auth/google/callback` });
const steam = await startUpstream();
const folder = await createTestFolder();
const database = await createTestDatabase();
const { db } = database;
const [portal = 0] = await addCatalogue(db, [
  { title: "Portal", steamAppid: 400, rating: 9, offers: { gog: { priceMinor: 999 } } },
]);

/** A process of its own, as far as one test run can hold several: an app with its own connections. */
function startProcess(role: "web" | "worker"): Promise<FastifyInstance> {
  const connections = connect({ connectionString: database.url }, () => {});
  afterAll(connections.close);
  const env = {
    ROLE: role,
    DATA_DIR: folder.path("data"),
    PUBLIC_URL: publicUrl,
    GOOGLE_ISSUER: google.issuer,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    STEAM_IMAGE_URL: steam.origin,
  };
  return startTestApp({ ...database, ...connections } satisfies TestDatabase, { alone: true, env });
}

const [here, there] = await Promise.all([startProcess("web"), startProcess("web")]);
const root = await signInAdmin(db, "Root", "everything");

interface Caller {
  headers: { authorization: string };
}

async function call(app: FastifyInstance, route: string, payload?: object, caller?: Caller) {
  const [method, url] = route.split(" ") as ["GET" | "POST" | "PUT" | "DELETE", string];
  const result = await app.inject({ method, url, headers: { ...caller?.headers }, ...(payload && { payload }) });
  return { status: result.statusCode, body: result.body.startsWith("{") ? result.json() : null };
}

const isSignedIn = async (app: FastifyInstance, caller: Caller) =>
  (await call(app, "GET /api/auth/me", undefined, caller)).status === 200;

/** What is heard of by announcement shows in a moment; what is private, at once. */
const soon = { interval: 20 };

async function listWaiting(): Promise<string[]> {
  const states = await listQueueStates(db);
  return states.flatMap(({ queue, waiting, active }) => (waiting + active > 0 ? [queue] : []));
}

async function listLetters(): Promise<string[]> {
  const names = await readdir(folder.path("data/outbox")).catch(() => []);
  return names.filter((name) => name.endsWith(".eml"));
}

const mia = await signInUser(db, "Mia");
const requested = await call(here, "POST /api/auth/reset-password", { email: "Mia@example.com" });
// both have heard of a later announcement, and so of the job
await call(here, "PUT /api/admin/config/social.network_url", { value: "https://example.com/later" }, root);
for (const app of [here, there])
  await eventually(async () =>
    expect((await call(app, "GET /api/site")).body.network_url).toBe("https://example.com/later"),
  );
const withoutWorker = [await listWaiting(), await listLetters()];
const worker = await startProcess("worker");

test("mail waits while only web processes run, and a worker sends it", async () => {
  expect(requested.status).toBe(202);
  expect(withoutWorker).toEqual([["password-reset"], []]);
  await expect.poll(listLetters, soon).toHaveLength(1);
  await expect.poll(listWaiting, soon).toEqual([]);

  const [name = ""] = await listLetters();
  const mail = await readFile(folder.path(join("data/outbox", name)), "utf8");
  const token = /reset-password\?token=([\w-]{43})/.exec(mail)?.[1];
  const confirm = (app: FastifyInstance) =>
    call(app, "POST /api/auth/reset-password/confirm", { token, password: "correct horse" });
  expect((await confirm(there)).status).toBe(204);
  // a new password ends all sign-ins, and its link is good once
  expect(await isSignedIn(here, mia)).toBe(false);
  expect((await confirm(here)).status).toBe(400);
});

test("a user who signs out or is deleted here is signed out there", async () => {
  for (const [name, end] of [
    ["Ada", "POST /api/auth/logout"],
    ["Ben", "POST /api/auth/logout-all"],
    ["Cem", "DELETE /api/auth/account"],
  ] as const) {
    const user = await signInUser(db, name);
    expect(await isSignedIn(there, user)).toBe(true);
    const { status } = await call(here, end, end.startsWith("DELETE") ? {} : undefined, user);
    expect(status).toBe(204);
    expect([await isSignedIn(there, user), await isSignedIn(here, user)]).toEqual([false, false]);
  }
});

test("a role that is given or taken here counts there with the next call", async () => {
  const carl = await signInUser(db, "Carl");
  const listStrings = (app: FastifyInstance) => call(app, "GET /api/admin/content/strings", undefined, carl);
  const roles = `/api/admin/dashboard/users/${carl.id}/roles`;
  expect((await listStrings(there)).status).toBe(403);
  expect((await call(here, `PUT ${roles}`, { roleIds: ["content_viewer"] }, root)).status).toBe(200);
  expect((await listStrings(there)).status).toBe(200);
  expect((await call(here, `DELETE ${roles}`, { roleIds: ["content_viewer"] }, root)).status).toBeLessThan(300);
  expect((await listStrings(there)).status).toBe(403);
});

test("a text and a setting that are changed here are shown there", async () => {
  const { body } = await call(here, "GET /api/admin/content/strings?search=header.brand_name", undefined, root);
  const [{ id }] = body.contentStrings;
  await call(here, `PUT /api/admin/content/strings/${id}`, { current_value: "Bargains" }, root);
  await call(there, "PUT /api/admin/config/social.network_url", { value: "https://example.com/us" }, root);
  for (const app of [here, there]) {
    const brand = async () => (await call(app, "GET /api/content/strings")).body["header.brand_name"];
    await expect.poll(brand, soon).toBe("Bargains");
    const link = async () => (await call(app, "GET /api/site")).body.network_url;
    await expect.poll(link, soon).toBe("https://example.com/us");
  }
});

test("a price that anybody records is shown by both, in the game and in lists", async () => {
  for (const priceMinor of [899, 799]) {
    await recordOffers(db, [{ gameId: portal, store: "gog", priceMinor }], { now: new Date() });
    for (const app of [here, there]) {
      const price = async () => (await call(app, `GET /api/games/${portal}`)).body.best_price;
      await expect.poll(price, soon).toBe(priceMinor / 100);
      const listed = async () => (await call(app, "GET /api/games?search=portal")).body.games[0].best_price;
      await expect.poll(listed, soon).toBe(priceMinor / 100);
    }
  }
});

test.runIf(built)("a page fetched from one process is unchanged for the other, so that caches keep it", async () => {
  for (const url of ["/", "/games"]) {
    const fetchDetails = async () => {
      const { etag } = (await here.inject(url)).headers;
      return (await there.inject({ url, headers: { "if-none-match": String(etag) } })).statusCode;
    };
    await expect.poll(fetchDetails, soon).toBe(304);
  }
});

test("a wishlist, an alert and the link that stops it are the same at both", async () => {
  const dora = await signInUser(db, "Dora");
  await call(here, "POST /api/wishlist", { gameId: portal }, dora);
  expect((await call(there, "GET /api/wishlist", undefined, dora)).body.total).toBe(1);
  const { body } = await call(here, "POST /api/alerts", { gameId: portal, targetPrice: 1 }, dora);
  expect((await call(there, "GET /api/alerts", undefined, dora)).body.total).toBe(1);
  const token = prepareStopLinks(secretKey).signRule(body.alert.id);
  expect((await call(there, "POST /api/alerts/stop", { token })).status).toBeLessThan(300);
  expect((await call(here, "GET /api/alerts", undefined, dora)).body.total).toBe(0);
});

test("messages and the audit trail are complete at both with the next call", async () => {
  const inbox = async (app: FastifyInstance) =>
    (await call(app, "GET /api/admin/contact/submissions", undefined, root)).body;
  const trail = async (app: FastifyInstance) =>
    (await call(app, "GET /api/admin/dashboard/audit?limit=1", undefined, root)).body;
  const before = [await inbox(here), await inbox(there)].map(({ total }) => total);
  for (const [index, app] of [here, there, here].entries()) {
    const message = { name: "Eve", email: "eve@example.com", subject: `Nr ${index}`, message: "Hello" };
    expect((await call(app, "POST /api/contact/submit", message)).status).toBe(201);
    for (const [place, reader] of [here, there].entries()) {
      const { submissions, total } = await inbox(reader);
      expect([submissions[0].subject, total]).toEqual([message.subject, before[place] + index + 1]);
    }
    const { id } = (await inbox(app)).submissions[0];
    await call(app, `PUT /api/admin/contact/submissions/${id}`, { status: "read" }, root);
    const [one, other] = [await trail(here), await trail(there)];
    expect(other).toEqual(one);
    expect(JSON.stringify(one)).toContain(String(id));
  }
});

test("a picture that was fetched here is served there from the folder that both have", async () => {
  const picture = await sharp({ create: { width: 460, height: 215, channels: 3, background: "#357" } })
    .jpeg()
    .toBuffer();
  steam.respondWith((_, response) => void response.writeHead(200, { "content-type": "image/jpeg" }).end(picture));
  const loadPicture = (app: FastifyInstance) => app.inject(`/images/games/${portal}/landscape`);
  const first = await loadPicture(here);
  expect(first.headers["content-type"]).toBe("image/webp");
  const requested = steam.calls.length;
  const second = await loadPicture(there);
  expect([second.headers.etag, steam.calls.length]).toEqual([first.headers.etag, requested]);
});

test("a sign-in by Google begun here is finished there, once", async () => {
  google.people.set("fay", { email: "fay@mail.example", email_verified: true, name: "Fay" });
  const [begun, continued, repeated] = [openBrowser(here), openBrowser(there), openBrowser(here)];
  const { location } = await begun.open("/api/auth/google");
  for (const [name, value] of begun.cookies) {
    continued.cookies.set(name, value);
    repeated.cookies.set(name, value);
  }
  const back = await google.signIn(location, "fay");
  const done = await continued.open(back);
  const token = /^\/auth\/callback\?token=([\w-]{43})$/.exec(done.location)?.[1];
  expect(await isSignedIn(here, { headers: { authorization: `Bearer ${token}` } })).toBe(true);
  expect((await repeated.open(back)).location).toContain("error=");
});

test("a worker serves its health, and nothing else", async () => {
  const ready = await call(worker, "GET /api/ready");
  expect(ready).toMatchObject({ status: 200, body: { status: "ready", database: "ok", role: "worker" } });
  expect((await call(worker, "GET /api/health")).status).toBe(200);
  for (const url of [
    "/",
    "/api/games",
    "/api/docs",
    "/api/openapi.json",
    "/api/auth/me",
    "/images/games/1/landscape",
  ]) {
    expect(await call(worker, `GET ${url}`)).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
});
