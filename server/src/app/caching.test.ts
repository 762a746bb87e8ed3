import { existsSync, readdirSync } from "node:fs";
import { endpoints } from "contract/api.ts";
import { pages as sitePages } from "contract/pages.ts";
import { beforeAll, expect, test } from "vitest";
import { recordSecurityEvent } from "../features/accounts/commands-security.ts";
import { recordChange } from "../features/audit/commands.ts";
import { bundles } from "../features/bundles/table.ts";
import { exportDump } from "../features/open-data/export.ts";
import { openDataFolder } from "../features/open-data/routes.ts";
import { recordOffers } from "../features/prices/offers/commands.ts";
import { users } from "../features/users/table.ts";
import { eq } from "../platform/db/drizzle.ts";
import { startTestApp } from "../test/app.ts";
import { addCatalogue } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";
import { createTestFolder } from "../test/folder.ts";
import { repeats } from "../test/processes/soak.ts";
import { hasNginx, startNginx } from "../test/servers/nginx.ts";
import { signInAdmin, signInUser, type TestUser } from "../test/users.ts";

const client = new URL("../../../web/dist/client/assets/", import.meta.url);
const asset = existsSync(client) ? readdirSync(client).find((name) => name.endsWith(".js")) : undefined;
if (!asset) console.warn("Skipped the tests of how pages are cached: the website is not built");

const database = await createTestDatabase();
const { db } = database;
const offers = { steam: { priceMinor: 999 }, gog: { priceMinor: 499 } };
const [portal = 0, quake = 0] = await addCatalogue(db, [
  { title: "Portal", rating: 9, offers, genre: "Action", tags: "Co-op", developer: "Valve" },
  { title: "Quake", rating: 8, offers },
  { title: "Not for everyone", rating: 7, tags: "Hentai", offers },
]);
await db.insert(bundles).values({
  store: "steam",
  title: "Bundle",
  address: "https://example.com/bundle",
  kind: "tiers",
  seenAt: new Date(),
  updatedAt: new Date(),
});
const folder = await createTestFolder();
const env = { CACHE_SECONDS: "60", DATA_DIR: folder.path("data"), OPEN_DATA: "on" };
await exportDump(db, openDataFolder(env.DATA_DIR), { now: new Date(), site: { name: "Shop", url: "" } });
const app = await startTestApp(database, { env });

let plain: TestUser;
let explicit: TestUser;
let admin: TestUser;
beforeAll(async () => {
  plain = await signInUser(db, "plain");
  explicit = await signInUser(db, "explicit");
  await db.update(users).set({ showExplicitContent: true }).where(eq(users.id, explicit.id));
  admin = await signInAdmin(db, "admin", "everything");
});

const shared = /^public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=60$/;
const forAnHour = /^public, max-age=3600$/;
const never = /^no-store$/;
const byEncodingAndCaller = "Accept-Encoding, Authorization";

type Expected = [url: string, caching: RegExp, vary?: string];

const calls: Expected[] = endpoints
  .filter(({ route }) => route.startsWith("GET "))
  .map(({ route, isCached }) => {
    const url = route
      .replace("GET ", "")
      .replace("{id}", String(portal))
      .replace("{kind}", "store")
      .replace(/\{\w+\}/g, "steam");
    const found = url === "/api/lookup" ? "/api/lookup?steam=400" : url;
    return isCached ? [found, shared, byEncodingAndCaller] : [url, never];
  });

const documents: Expected[] = [
  [`/embed/game/${portal}`, shared],
  [`/badge/${portal}.svg`, shared],
  ["/lootwise.user.js", shared],
  ["/oembed", never],
  ["/robots.txt", forAnHour, byEncodingAndCaller],
  ["/sitemap.xml", forAnHour, byEncodingAndCaller],
  ["/sitemap-1.xml", forAnHour, byEncodingAndCaller],
  ["/sitemap-9.xml", never],
  ["/feeds/games.rss", shared, byEncodingAndCaller],
  ["/feeds/deals/best.json", shared, byEncodingAndCaller],
  [`/images/games/${portal}/social`, forAnHour],
  ["/favicon.svg", /^public, max-age=86400$/],
  ["/og-image.jpg", /^public, max-age=86400$/],
  ["/open-data/manifest.json", forAnHour],
  ["/open-data/games.jsonl.gz", forAnHour],
  ["/open-data/games.parquet", forAnHour],
  ["/open-data/", never],
  ["/open-data/users.parquet", never],
  ["/api/openapi.json", /^public, max-age=300$/],
  ["/api/docs", never],
  ["/api/docs/start.js", never],
  ["/mcp", never],
  [`/images/games/${portal}/landscape`, /^public, max-age=300$/, "Accept"],
  ["/images/games/999999/landscape", never],
  ["/api/nothing", never],
  ["/api/games/999999", never],
  ["/api/games?page=x", never],
  ["/api/auth/steam", never],
  ["/%zz", never],
];

const slugs: Record<string, string> = {
  genre: "action",
  tag: "co-op",
  developer: "valve",
  store: "steam",
  under: "10",
};
const pages: Expected[] = [
  ...sitePages.map(({ path, secret }): Expected => {
    const url = path
      .replace("{id}", String(portal))
      .replace("{slug}", slugs[path.split("/")[1]!]!)
      .replace(/\{\w+\}/, "x");
    return secret === "token" || secret === "link" ? [url, never] : [url, shared, byEncodingAndCaller];
  }),
  ["/games?search=quake", shared, byEncodingAndCaller],
];
const notPages: Expected[] = [
  ["/games/999999", never],
  ["/nowhere", never],
  [`/assets/${asset}`, /^public, max-age=31536000, immutable$/],
];

const table = [...calls, ...documents, ...(asset ? [...pages, ...notPages] : [])];

test.each(table)("shared caches may store %s as its contract declares", async (url, caching, vary) => {
  const { headers } = await app.inject(url);
  expect(headers["cache-control"]).toMatch(caching);
  if (vary) expect(headers.vary).toContain(vary);
  if (caching !== shared) return;
  expect(headers.etag).toMatch(/^"[^"]+"$/);
  expect(Object.keys(headers).filter((name) => /set-cookie|ratelimit/.test(name))).toEqual([]);
  const again = await app.inject({ url, headers: { "if-none-match": String(headers.etag) } });
  expect(again.statusCode).toBe(304);
});

test("shared caches store no response to a signed-in user", async () => {
  for (const [index, [url]] of table.entries()) {
    const caller = url.startsWith("/api/admin/") ? admin : [plain, explicit][index % 2]!;
    for (const { headers } of repeats([caller], [plain, explicit, admin])) {
      const result = await app.inject({ url, headers, payloadAsStream: true });
      // one of them never ends
      result.stream().destroy();
      expect([url, result.headers["cache-control"]]).toEqual([url, expect.stringMatching(/^(no-store|private, .*)$/)]);
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

/** Reading them takes less than a second, unless other tests use the processor. */
const atOnce = { interval: 20 };

test("a price is at once in calls that are not cached, and later in those that are", async () => {
  const priceFor = async (headers?: TestUser["headers"]) =>
    (await app.inject({ url: `/api/games/${quake}`, ...(headers && { headers }) })).json().best_price;
  expect(await priceFor()).toBe(4.99);
  await recordOffers(db, [{ gameId: quake, store: "gog", priceMinor: 399 }], { now: new Date() });
  await expect.poll(() => priceFor(explicit.headers), atOnce).toBe(3.99);
  expect([await priceFor(admin.headers), await priceFor(), await priceFor(plain.headers)]).toEqual([3.99, 4.99, 4.99]);
});

test("an administrator's change is at once in every process, and nothing else clears the caches", async () => {
  const other = await startTestApp(database, { env, alone: true });
  const send = async (method: "PUT" | "POST", url: string, payload: object) => {
    const { statusCode } = await app.inject({ method, url, payload, headers: admin.headers });
    expect([url, statusCode]).toEqual([url, 200]);
  };
  const [text] = (
    await app.inject({ url: "/api/admin/content/strings?search=header.brand_name", headers: admin.headers })
  ).json().contentStrings;
  const read = (url: string) => async () =>
    (await Promise.all([app, other].map((process) => process.inject(url)))).map(({ body }) => body);
  const listed = read("/api/games?sortBy=title");
  const before = await listed();
  await recordOffers(db, [{ gameId: portal, store: "gog", priceMinor: 299 }], { now: new Date() });
  await app.inject({ method: "POST", url: "/api/auth/login", payload: { email: "admin@example.com", password: "x" } });
  await recordSecurityEvent(db, { info() {}, warn() {} }, { action: "SIGN_IN", userId: admin.id, description: "x" });
  const priceAt = (process: typeof app) => process.inject({ url: `/api/games/${portal}`, headers: admin.headers });
  for (const process of [app, other]) {
    await expect.poll(async () => (await priceAt(process)).json().best_price, atOnce).toBe(2.99);
  }
  expect(await listed()).toEqual(before);
  // with a change of prices in one transaction: neither process caches the price before it
  await db.transaction(async (tx) => {
    await recordChange(tx, null, { action: "UPDATE", resourceType: "reading", description: "Undo" });
    await recordOffers(tx, [{ gameId: portal, store: "gog", priceMinor: 199 }], { now: new Date() });
  });
  const hasPrice = async () => (await listed()).map((body) => body.includes('"best_price":1.99'));
  await expect.poll(hasPrice, atOnce).toEqual([true, true]);

  const changes: [what: string, change: () => Promise<void>, url: string, shown: string][] = [
    [
      "a text",
      () => send("PUT", `/api/admin/content/strings/${text.id}`, { current_value: "Bargains" }),
      asset ? "/privacy" : "/api/content/strings",
      "Bargains",
    ],
    [
      "a setting",
      () => send("PUT", "/api/admin/config/social.network_url", { value: "https://example.com/us" }),
      "/api/site",
      "https://example.com/us",
    ],
    ["a store", () => send("PUT", "/api/admin/stores/gog", { name: "GOG.com" }), "/api/retailers", "GOG.com"],
    ["a market", () => send("PUT", "/api/admin/markets/GB", { enabled: true }), "/api/markets", '"GB"'],
  ];
  for (const [what, change, url, shown] of changes) {
    expect([what, (await read(url)()).some((body) => body.includes(shown))]).toEqual([what, false]);
    await change();
    await expect
      .poll(async () => (await read(url)()).map((body) => body.includes(shown)), { ...atOnce, message: what })
      .toEqual([true, true]);
  }
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
    const brief = await startTestApp(database, { env: { CACHE_SECONDS: "1" }, alone: true });
    const briefly = await startNginx(await brief.listen({ host: "127.0.0.1", port: 0 }));
    const from = async () => (await fetch(`${briefly}/api/content/strings`)).headers.get("x-cache");
    for (const state of ["MISS", "HIT", "STALE", "HIT"]) {
      await expect.poll(from, { interval: 20 }).toBe(state);
    }
  },
);
