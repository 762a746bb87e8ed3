import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, zstdDecompressSync } from "node:zlib";
import type { Call } from "contract/core/call.ts";
import { foldText } from "contract/core/text.ts";
import { titleKey } from "contract/games/rules.ts";
import { pages } from "contract/pages.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import Fastify from "fastify";
import { expect, test, vi } from "vitest";
import { games } from "../features/games/table.ts";
import { recordOffers } from "../features/prices/offers/commands.ts";
import { contentHash } from "../platform/http/security/headers.ts";
import { startTestApp } from "../test/app.ts";
import { built } from "../test/built-website.ts";
import { createTestDatabase } from "../test/database.ts";
import { us } from "../test/markets.ts";
import { createTestWebsite } from "../test/website.ts";
import { renderRoutes } from "./routes.ts";

if (!built) console.warn("Skipped the tests of pages: the website is not built");

const database = await createTestDatabase();
const portal = await addGame("Portal <2> & Friends");
const hidden = await addGame("Not for everyone", "Action, Sexual Content");
await observe(portal, { steam: 999, gog: 499 });
const app = await startTestApp(database, { env: { PUBLIC_URL: "https://shop.example" } });

async function addGame(title: string, tags: string | null = null): Promise<number> {
  const derived = { titleFolded: foldText(title), titleKey: titleKey(title) };
  const [row] = await database.db
    .insert(games)
    .values({ title, tags, ...derived })
    .returning({ id: games.id });
  return row!.id;
}

/** Records the prices, in cents, of a game at these stores. */
async function observe(gameId: number, prices: Partial<Record<StoreKey, number>>): Promise<void> {
  const seen = Object.entries(prices).map(([store, priceMinor]) => ({ gameId, store: store as StoreKey, priceMinor }));
  await recordOffers(database.db, seen, { now: new Date() });
}

/** Asks with the address as it is: a library would tidy it up. */
async function load(path: string): Promise<{ status: number | undefined; location: string | undefined }> {
  if (!app.server.listening) await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const [result] = (await once(request({ port, host: "127.0.0.1", path, agent: false }).end(), "response")) as [
    IncomingMessage,
  ];
  result.resume();
  return { status: result.statusCode, location: result.headers.location };
}

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test("robots.txt points to the sitemap, which leaves explicit games out", async () => {
  expect((await get("/robots.txt")).body).toContain("Sitemap: https://shop.example/sitemap.xml");
  expect((await get("/sitemap.xml")).body).toContain("<loc>https://shop.example/sitemap-1.xml</loc>");
  const part = await get("/sitemap-1.xml");
  expect(part.headers["content-type"]).toBe("application/xml; charset=utf-8");
  expect(part.body).toContain(`<loc>https://shop.example/games/${portal}</loc>`);
  expect(part.body).not.toContain(`/games/${hidden}<`);
  expect((await get("/sitemap-2.xml")).statusCode).toBe(404);
});

test.each(["0", "01", "2", "5", "x", "1e0", "9999999", ""])("there is no part %s of the sitemap", async (part) => {
  const response = await get(`/sitemap-${part}.xml`);
  expect([response.statusCode, response.json()]).toEqual([404, { error: "Not found", code: "not_found" }]);
});

test("security.txt names a contact and its expiry (RFC 9116)", async () => {
  const response = await get("/.well-known/security.txt");
  expect(response.headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(response.body).toMatch(/^Contact: https:\/\/shop\.example\/contact$/m);
  const [, expires = ""] = /^Expires: (.*)$/m.exec(response.body) ?? [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(180);
  expect(days).toBeLessThan(365);
});

test.each(["/.well-known/nothing", "/.well-known/", "/.well-known/a/b", "/images/nothing"])(
  "there is nothing at %s",
  async (url) => {
    for (const method of ["GET", "POST"] as const) expect((await app.inject({ method, url })).statusCode).toBe(404);
  },
);

test("/favicon.ico is an icon of three sizes", async () => {
  const { headers, rawPayload } = await get("/favicon.ico");
  expect(headers["content-type"]).toBe("image/x-icon");
  expect([rawPayload.readUInt16LE(2), rawPayload.readUInt16LE(4)]).toEqual([1, 3]);
  const { default: sharp } = await import("sharp");
  for (const [index, size] of [16, 32, 48].entries()) {
    const entry = 6 + 16 * index;
    const start = rawPayload.readUInt32LE(entry + 12);
    const image = rawPayload.subarray(start, start + rawPayload.readUInt32LE(entry + 8));
    expect(await sharp(image).metadata()).toMatchObject({ format: "png", width: size, height: size });
  }
});

test.each([
  ...["/favicon.svg", "/favicon.ico", "/og-image.jpg", "/api/openapi.json", "/robots.txt", "/sitemap.xml"],
  ...["/.well-known/security.txt", "/images/games/1/landscape", "/api/games", ...(built ? ["/", "/games"] : [])],
])("%s has a tag, and is not sent again to who has it", async (url) => {
  const first = await get(url);
  const etag = String(first.headers.etag);
  expect([first.statusCode, etag]).toEqual([200, expect.stringMatching(/^"[\w-]+"$/)]);
  for (const known of [etag, `"other", W/${etag}`, "*"]) {
    const response = await get(url, { "if-none-match": known });
    expect([response.statusCode, response.body, response.headers.etag]).toEqual([304, "", etag]);
  }
  expect((await get(url, { "if-none-match": '"other"' })).statusCode).toBe(200);
});

test("icon and picture for sharing are there, in the size that they promise", async () => {
  expect((await get("/favicon.svg")).headers["content-type"]).toBe("image/svg+xml");
  const picture = await get("/og-image.jpg");
  expect(picture.headers["content-type"]).toBe("image/jpeg");
  const { default: sharp } = await import("sharp");
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
});

test.each(["missing.js", "", "..%2f.vite/router-manifest.json"])("/assets/%s is no page", async (path) => {
  const result = await get(`/assets/${path}`);
  expect([result.statusCode, result.headers["content-type"]]).toEqual([
    404,
    expect.stringContaining("application/json"),
  ]);
});

test.runIf(built).each([
  ["/", 200],
  ["/games", 200],
  ["/free", 200],
  [`/games/${portal}`, 200],
  [`/game/${portal}`, 200],
  ["/games/2147483647", 404],
  ["/games/not-a-number", 404],
])("%s has status %s, as a whole page", async (url, status) => {
  const page = await get(url);
  expect([page.statusCode, page.headers["content-type"]]).toEqual([status, "text/html; charset=utf-8"]);
  expect(page.body).toMatch(/^<!DOCTYPE html>.*<title>[^<]+<\/title>.*<h1.*<\/html>$/s);
});

test.runIf(built)("a page that is not kept is sent compressed, too", async () => {
  const page = await get("/games/2147483647", { "accept-encoding": "br" });
  expect([page.statusCode, page.headers["content-encoding"], page.headers.vary]).toEqual([
    404,
    "br",
    expect.stringContaining("Accept-Encoding"),
  ]);
  expect(brotliDecompressSync(page.rawPayload).toString()).toMatch(/<\/html>$/);
});

test.runIf(built).each([
  ["//games", "/games"],
  ["/GAMES", "/games"],
  ["/Games/?search=Portal%20X", "/games?search=Portal%20X"],
  [`/games/0${portal}`, `/games/${portal}`],
  [`/game/0${portal}`, `/game/${portal}`],
  ["/%67ames", "/games"],
  ["/FREE/", "/free"],
  ["/reset%2Dpassword?token=secret", "/reset-password?token=secret"],
])("%s is at %s", async (url, canonical) => {
  expect(await load(url)).toEqual({ status: 308, location: canonical });
  expect((await load(canonical)).status).toBe(200);
});

test.runIf(built)("any other path leads home (spec/storefront 2.2)", async () => {
  const result = await get("/no/such/page?x=1");
  expect([result.statusCode, result.headers.location]).toEqual([307, "/"]);
});

test
  .runIf(built)
  .each(["///", "//elsewhere.example", "//elsewhere.example/games", "/\\elsewhere.example/", "/.//elsewhere.example"])(
  "%s leads to no other site",
  async (url) => {
    const result = await load(url);
    expect(result.status).toBeLessThan(400);
    expect(result.location ?? "/").toMatch(/^\/(?![/\\])/);
  },
);

test.runIf(built)("a game's page carries its facts, its addresses and no unescaped text", async () => {
  const { body } = await get(`/games/${portal}`);
  expect(body).toContain("Portal &lt;2&gt; &amp; Friends");
  expect(body).not.toContain("Portal <2>");
  expect(body).toContain("$4.99");
  expect(body).toContain(`<link rel="canonical" href="https://shop.example/games/${portal}"/>`);
  expect(body).toContain('property="og:title"');
  expect(body).toContain('property="og:image:alt" content="Portal &lt;2&gt; &amp; Friends"');
  expect(body).toContain('"@type":"Product"');
});

test.runIf(built)(
  "every inline script that a page carries is allowed by its policy, also from the cache and when unchanged",
  async () => {
    const page = await get(`/games/${portal}`);
    const policy = String(page.headers["content-security-policy"]);
    const inline = [...page.body.matchAll(/<(script|style)(?![^>]*(?:src=|ld\+json))[^>]*>(.*?)<\/\1>/gs)];
    expect(inline.length).toBeGreaterThan(3);
    for (const [, , content = ""] of inline) expect(policy).toContain(contentHash(content));
    expect(policy).not.toContain("unsafe");
    const again = await get(`/games/${portal}`, { "if-none-match": String(page.headers.etag) });
    expect([again.statusCode, again.headers["content-security-policy"]]).toEqual([304, policy]);
  },
);

test.runIf(built).each([
  ["/login", "no-referrer"],
  ["/register", "no-referrer"],
  ["/reset-password?token=secret", "no-referrer"],
  ["/verify-email?token=secret", "no-referrer"],
  ["/undo-email?token=secret", "no-referrer"],
  ["/undo-factor?token=secret", "no-referrer"],
  ["/reset%2Dpassword?token=secret", "no-referrer"],
  ["/auth/callback?token=secret", "no-referrer"],
  ["/alerts/stop?token=secret", "no-referrer"],
  ["/games", "strict-origin-when-cross-origin"],
])("the referrer policy of %s is %s", async (url, rule) => {
  expect((await get(url)).headers["referrer-policy"]).toBe(rule);
});

const tokenPages = pages.filter(({ secret }) => secret === "token").map(({ path }) => path);

test.runIf(built).each(tokenPages)("%s is kept by nobody, as its address can hold a token", async (path) => {
  for (const url of [`${path}?token=secret`, path, `/${path.toUpperCase()}?token=secret`]) {
    const { headers } = await get(url);
    expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    expect(headers).not.toHaveProperty("etag");
  }
});

test.runIf(built).each(["/", "/games", "/free"])("the search form of %s has a submit button", async (url) => {
  const [form = ""] = /<form[^>]*>(?:(?!<\/form>).)*type="search".*?<\/form>/s.exec((await get(url)).body) ?? [];
  expect(form).toMatch(/<button[^>]* type="submit"|<button type="submit"/);
});

test.runIf(built)("only the page's own scripts are preloaded, at low priority", async () => {
  const { body } = await get("/games");
  const preloads = body.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
  expect(preloads.length).toBeGreaterThan(2);
  expect(preloads.filter((link) => !link.includes('fetchPriority="low"'))).toEqual([]);
  expect(preloads.filter((link) => /price-history|games\._id/.test(link))).toEqual([]);
});

test.runIf(built)("addresses that ask for the same share one page, also compressed and unchanged", async () => {
  const caching = await startTestApp(database, { env: { CACHE_SECONDS: "60" } });
  const get = (url: string, headers: Record<string, string> = {}) => caching.inject({ url, headers });
  const page = await get("/games?search=portal");
  const { etag } = page.headers;
  expect((await get("/games?utm_source=mail&search=portal")).headers.etag).toBe(etag);
  expect((await get("/games?search=other")).headers.etag).not.toBe(etag);
  expect((await get("/games?search=portal", { "if-none-match": String(etag) })).statusCode).toBe(304);
  const inBrotli = await get("/games?search=portal", { "accept-encoding": "gzip, br" });
  expect(inBrotli.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(inBrotli.rawPayload).toString()).toBe(page.body);
  const inZstd = await get("/games?search=portal", { "accept-encoding": "gzip, br, zstd" });
  expect(inZstd.headers["content-encoding"]).toBe("zstd");
  expect(zstdDecompressSync(inZstd.rawPayload).toString()).toBe(page.body);
});

test.runIf(built)("a changed price is in the page within a second", async () => {
  expect((await get(`/games/${portal}`)).body).not.toContain("$2.49");
  await observe(portal, { gog: 249 });
  await expect.poll(async () => (await get(`/games/${portal}`)).body, { timeout: 1000 }).toContain("$2.49");
});

const options = {
  call: () => Promise.reject(new Error("the secret cause")),
  env: { publicUrl: "https://shop.example", development: false, cacheSeconds: 60 },
  countMiss: () => {},
  textsAt: () => ({ texts: {}, language: { tag: "en", name: "English", direction: "ltr" } as const, home: "/" }),
  listPages: async () => ({ paths: [], gameIds: [], changedAt: () => null }),
  listPlaces: () => [{ market: us, prefix: "" }],
};

test.runIf(built)("a page that cannot be loaded says so, with 503, and tells no secret", async () => {
  const broken = Fastify();
  await renderRoutes(broken, options);
  const page = await broken.inject("/games/1");
  expect([page.statusCode, page.headers["cache-control"]]).toEqual([503, "no-store"]);
  expect(page.body).toContain("Failed to load game details. Please try again.");
  expect(page.body).not.toContain("secret");
  await broken.close();
});

test("a cached page is not rendered again for an address with more parameters", async () => {
  const site = Fastify();
  await renderRoutes(site, { ...options, build: await createTestWebsite() });
  const shown = async (url: string) => (await site.inject(url)).body;
  expect(await shown("/well")).toBe("/well");
  expect(await shown("/well?utm_source=mail")).toBe("/well");
  expect(await shown("/well?page=2")).toBe("/well?page=2");
  await site.close();
});

test("a cleared cache takes along what the render thread remembers of calls", async () => {
  const site = Fastify();
  let name = "A shop";
  const call = (async () => ({ name })) as unknown as Call;
  const cache = await renderRoutes(site, { ...options, call, build: await createTestWebsite() });
  expect((await site.inject("/calls")).json()).toEqual({ name });
  name = "Another";
  expect((await site.inject("/calls")).json()).toEqual({ name: "A shop" });
  cache.clear();
  expect((await site.inject("/calls")).json()).toEqual({ name });
  await site.close();
});

test("administrators get no page from the cache, and leave none there", async () => {
  const site = Fastify();
  const countMiss = vi.fn();
  await renderRoutes(site, { ...options, countMiss, build: await createTestWebsite() });
  const open = (cookie?: string) => site.inject({ url: "/well", headers: { ...(cookie && { cookie }) } });
  expect((await open("a=b; uncached=1")).headers).toMatchObject({ "cache-control": "no-store" });
  expect((await open("a=b")).headers["cache-control"]).toContain("s-maxage=60");
  await open("uncached=0");
  expect(countMiss).toHaveBeenCalledTimes(2);
  expect((await open("uncached=1")).headers).not.toHaveProperty("etag");
  expect(countMiss).toHaveBeenCalledTimes(3);
  await site.close();
});

test("a token in an address goes no further than the page's path", async () => {
  const site = Fastify();
  await renderRoutes(site, { ...options, build: await createTestWebsite() });
  for (const path of tokenPages) expect((await site.inject(`${path}?token=secret`)).body).toBe(path);
  await site.close();
});

test("a page whose path is a secret is rendered for each request, with its parameters", async () => {
  const site = Fastify();
  await renderRoutes(site, { ...options, build: await createTestWebsite() });
  for (const url of [`/shared/${"aB3".repeat(14)}c`, `/gb/shared/${"aB3".repeat(14)}c?page=2`]) {
    const { body, headers } = await site.inject(url);
    expect(body).toBe(url);
    expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    expect(headers).not.toHaveProperty("etag");
  }
  await site.close();
});

test("a page that cannot be rendered is an error page with 503, and the next one is rendered", async () => {
  const broken = Fastify();
  await renderRoutes(broken, { ...options, build: await createTestWebsite() });
  for (const url of ["/dies", "/throws"]) {
    const page = await broken.inject({ url, headers: { "accept-encoding": "br" } });
    expect([page.statusCode, page.headers["cache-control"]]).toEqual([503, "no-store"]);
    expect(page.body).toContain("<h1>Something went wrong</h1>");
  }
  const well = await broken.inject("/well");
  expect([well.statusCode, well.body]).toEqual([200, "/well"]);
  await broken.close();
});
