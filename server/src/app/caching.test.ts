import { existsSync, readdirSync } from "node:fs";
import { endpoints } from "contract/api.ts";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { recordOffers } from "../features/prices/offers/commands.ts";
import { users } from "../features/users/table.ts";
import { startTestApp } from "../test/app.ts";
import { addCatalogue } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";
import { hasNginx, startNginx } from "../test/servers/nginx.ts";
import { startUpstream } from "../test/servers/upstream-server.ts";
import { signInAdmin, signInUser, type TestUser } from "../test/users.ts";

const client = new URL("../../../web/dist/client/assets/", import.meta.url);
const asset = existsSync(client) ? readdirSync(client).find((name) => name.endsWith(".js")) : undefined;
if (!asset) console.warn("Skipped the tests of how pages are cached: the website is not built");

const hook = await startUpstream();
const purges: unknown[] = [];
hook.respondWith(async (request, response) => {
  purges.push(JSON.parse((await request.toArray()).join("")));
  response.end();
});

const database = await createTestDatabase();
const { db } = database;
const offers = { steam: { priceMinor: 999 }, gog: { priceMinor: 499 } };
const [portal = 0, quake = 0] = await addCatalogue(db, [
  { title: "Portal", rating: 9, offers },
  { title: "Quake", rating: 8, offers },
  { title: "Not for everyone", rating: 7, tags: "Hentai", offers },
]);
const CDN_PURGE_URL = `${hook.origin}/purge`;
const app = await startTestApp(database, { env: { CDN_PURGE_URL } });

let plain: TestUser;
let explicit: TestUser;
let admin: TestUser;
beforeAll(async () => {
  plain = await signInUser(db, "plain");
  explicit = await signInUser(db, "explicit");
  await db.update(users).set({ showExplicitContent: true }).where(eq(users.id, explicit.id));
  admin = await signInAdmin(db, "admin", "everything");
});

const shared = /^public, max-age=0, s-maxage=1, stale-while-revalidate=4$/;
const forAnHour = /^public, max-age=3600$/;
const never = /^no-store$/;
const byEncodingAndCaller = "Accept-Encoding, Authorization";

/** Every call that is the same for everybody, with what it shows. */
const sharedCalls: Record<string, string> = {
  "GET /api/games": "games stores",
  "GET /api/games/homepage": "games stores",
  "GET /api/games/free": "games stores",
  "GET /api/games/price-stats": "games stores",
  "GET /api/games/{id}/similar": `game-${portal} stores`,
  "GET /api/games/suggest": "games stores",
  "GET /api/landing/{kind}": "games stores",
  "GET /api/landing/{kind}/{slug}": "games stores",
  "GET /api/deals": "games stores",
  "GET /api/games/{id}": `game-${portal} polls stores`,
  "GET /api/retailers": "stores",
  "GET /api/markets": "stores",
  "GET /api/site": "settings",
  "GET /api/content/strings": "strings",
};

type Expected = [url: string, caching: RegExp, keys?: string, vary?: string];

const calls: Expected[] = endpoints
  .filter(({ route }) => route.startsWith("GET "))
  .map(({ route }) => {
    const url = route
      .replace("GET ", "")
      .replace("{id}", String(portal))
      .replace("{kind}", "store")
      .replace(/\{\w+\}/g, "steam");
    const keys = sharedCalls[route];
    return keys ? [url, shared, keys, byEncodingAndCaller] : [url, never];
  });

const documents: Expected[] = [
  ["/robots.txt", forAnHour, "", byEncodingAndCaller],
  ["/sitemap.xml", forAnHour, "games stores", byEncodingAndCaller],
  ["/sitemap-1.xml", forAnHour, "games stores", byEncodingAndCaller],
  ["/sitemap-9.xml", never],
  ["/feeds/games.rss", shared, "strings stores games", byEncodingAndCaller],
  ["/feeds/deals/best.json", shared, "strings stores games", byEncodingAndCaller],
  [`/images/games/${portal}/social`, forAnHour, `game-${portal}`],
  ["/favicon.svg", /^public, max-age=86400$/],
  ["/og-image.jpg", /^public, max-age=86400$/],
  ["/api/openapi.json", /^public, max-age=300$/],
  [`/images/games/${portal}/landscape`, /^public, max-age=300$/, `game-${portal}`, "Accept"],
  ["/images/games/999999/landscape", never],
  ["/api/nothing", never],
  ["/api/games/999999", never],
  ["/api/games?page=x", never],
  ["/api/auth/steam", never],
  ["/%zz", never],
];

const pages: Expected[] = [
  ["/", shared, "strings settings games stores", byEncodingAndCaller],
  ["/games", shared, "strings settings games stores", byEncodingAndCaller],
  ["/games?search=quake", shared, "strings settings games stores", byEncodingAndCaller],
  ["/free", shared, "strings settings games stores", byEncodingAndCaller],
  [`/games/${portal}`, shared, `strings settings game-${portal} polls stores`, byEncodingAndCaller],
  [`/game/${portal}`, shared, `strings settings game-${portal} polls stores`, byEncodingAndCaller],
  ...[
    "/contact",
    "/privacy",
    "/terms",
    "/login",
    "/register",
    "/wishlist",
    "/profile",
    "/admin",
    "/forgot-password",
  ].map((path): Expected => [path, shared, "strings settings stores", byEncodingAndCaller]),
  ["/games/999999", never],
  ["/nowhere", never],
  [`/assets/${asset}`, /^public, max-age=31536000, immutable$/],
];

const table = [...calls, ...documents, ...(asset ? pages : [])];
const sorted = (keys: unknown, separator: string) =>
  keys === undefined ? undefined : String(keys).split(separator).sort();

test("every cached call of the contract is in the table", () => {
  const cached = endpoints.filter(({ cache }) => cache === "catalogue").map(({ route }) => route);
  expect(cached.toSorted()).toEqual(Object.keys(sharedCalls).toSorted());
});

test.each(table)("shared caches may store %s as its contract declares", async (url, caching, keys, vary) => {
  const { headers } = await app.inject(url);
  expect(headers["cache-control"]).toMatch(caching);
  expect(sorted(headers["surrogate-key"], " ")).toEqual(sorted(keys, " "));
  expect(sorted(headers["cache-tag"], ",")).toEqual(sorted(keys, " "));
  if (vary) expect(headers.vary).toContain(vary);
  if (caching !== shared) return;
  expect(headers.etag).toMatch(/^"[^"]+"$/);
  expect(Object.keys(headers).filter((name) => /set-cookie|ratelimit/.test(name))).toEqual([]);
  const again = await app.inject({ url, headers: { "if-none-match": String(headers.etag) } });
  expect([again.statusCode, again.headers["surrogate-key"]]).toEqual([304, headers["surrogate-key"]]);
});

test("shared caches store no response to a signed-in user", async () => {
  for (const { headers } of [plain, explicit, admin]) {
    for (const [url] of table) {
      const result = await app.inject({ url, headers, payloadAsStream: true });
      // one of them never ends
      result.stream().destroy();
      expect([url, result.headers["cache-control"]]).toEqual([url, expect.stringMatching(/^(no-store|private, .*)$/)]);
      expect([result.headers["surrogate-key"], result.headers["cache-tag"]]).toEqual([undefined, undefined]);
    }
  }
  const list = await app.inject({ url: "/api/games", headers: plain.headers });
  expect([list.headers["cache-control"], list.headers.etag]).toEqual(["private, no-cache", expect.any(String)]);
  expect((await app.inject({ url: "/api/games", headers: explicit.headers })).headers["cache-control"]).toBe(
    "no-store",
  );
});

test("no response to a change is cached", async () => {
  for (const { route } of endpoints.filter(({ route }) => !route.startsWith("GET "))) {
    const [method, path = ""] = route.split(" ") as ["POST", string];
    const result = await app.inject({ method, url: path.replace(/\{\w+\}/g, "1"), payload: {} });
    expect([route, result.headers["cache-control"]]).toEqual([route, "no-store"]);
  }
});

test("a change ends what shows it, and nothing else", async () => {
  const versions = () => [portal, quake].map((id) => app.calls.content.versionOf(`game-${id}`));
  const before = versions();
  await recordOffers(db, [{ gameId: quake, store: "gog", priceMinor: 399, regularMinor: 699 }], { now: new Date() });
  const regular = async () => {
    const { offers } = (await app.inject(`/api/games/${quake}`)).json();
    return offers.find(({ store }: { store: string }) => store === "gog").regular_price;
  };
  await expect.poll(regular, { timeout: 15_000 }).toBe(6.99);
  await expect.poll(() => versions()[1], { timeout: 15_000 }).not.toBe(before[1]);
  expect(versions()[0]).toBe(before[0]);
  // a regular price alone is a change that the game's page shows
  await recordOffers(db, [{ gameId: quake, store: "gog", regularMinor: 1_099 }], { now: new Date() });
  await expect.poll(regular, { timeout: 15_000 }).toBe(10.99);
});

test("caches in front get one purge per change, by its tags", async () => {
  const started = { timeout: 20_000 };
  await expect.poll(() => purges, started).toContainEqual({ everything: true });
  const before = purges.length;
  const now = new Date();
  await recordOffers(db, [{ gameId: portal, store: "gog", priceMinor: 399 }], { now });
  await recordOffers(db, [{ gameId: portal, store: "steam", priceMinor: 899 }], { now });
  const reported = { surrogate_keys: expect.arrayContaining(["games", `game-${portal}`]) };
  await expect.poll(() => purges.slice(before), started).toContainEqual(reported);
});

test("with a purge hook, caches in front may store responses as long as configured", async () => {
  const trusting = await startTestApp(database, { env: { CDN_PURGE_URL, CDN_MAX_AGE: "3600" } });
  const caching = async () => (await trusting.inject("/api/site")).headers["cache-control"];
  await expect.poll(caching, { timeout: 15_000 }).toBe("public, max-age=0, s-maxage=3600, stale-while-revalidate=4");
});

test.runIf(hasNginx)(
  "callers of a shared cache never get each other's answers, and it revalidates behind their backs",
  async () => {
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    const cache = await startNginx(origin);
    const send = async (path: string, headers: Record<string, string> = {}) => {
      const result = await fetch(cache + path, { headers: { "accept-encoding": "identity", ...headers } });
      return { result, from: result.headers.get("x-cache"), body: await result.text() };
    };
    const list = "/api/games?sortBy=title";
    for (let round = 0; round < 3; round++) {
      const seen = await Promise.all([{}, explicit.headers, plain.headers, {}].map((headers) => send(list, headers)));
      expect(seen.map(({ body }) => body.includes("Not for everyone"))).toEqual([false, true, false, false]);
      expect(seen.slice(1, 3).map(({ from }) => from)).toEqual(["MISS", "MISS"]);
    }
    const unpacked = [];
    for (const encoding of ["br", "gzip", "identity", "zstd", "br"]) {
      const raw = await app.inject({ url: `${list}&limit=100`, headers: { "accept-encoding": encoding } });
      const through = await fetch(`${cache}${list}&limit=100`, { headers: { "accept-encoding": encoding } });
      expect(through.headers.get("content-encoding") ?? undefined).toBe(raw.headers["content-encoding"]);
      unpacked.push(await through.text());
    }
    expect(new Set(unpacked).size).toBe(1);

    const first = await send("/api/site");
    const etag = first.result.headers.get("etag") ?? "";
    expect((await send("/api/site", { "if-none-match": etag })).result.status).toBe(304);
    const from = async () => (await send("/api/content/strings")).from;
    for (const state of ["MISS", "HIT", "STALE", "HIT"]) {
      await expect.poll(from, { timeout: 20_000, interval: 100 }).toBe(state);
    }
  },
);
