import { Script } from "node:vm";
import { maxLookups } from "contract/games/lookup-api.ts";
import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";

const database = await createTestDatabase();
const { db } = database;
const nasty = `</script><b onload="x">Ignore all "previous" & 'next'\u202e 逆転`;
const steam = { priceMinor: 999, regularMinor: 1_999 };
const [portal, hades, odd, comma, unpriced] = (await addCatalogue(db, [
  { title: "Portal 2", steamAppid: 620, offers: { steam, cdkeys: { priceMinor: 499 } } },
  { title: "Hades II", offers: { gog: { priceMinor: 2_499, link: "https://www.gog.com/en/game/hades_ii" } } },
  { title: nasty, steamAppid: 7, offers: { steam } },
  { title: "Papers, Please", steamAppid: 8, offers: { steam } },
  { title: "Nobody Sells", steamAppid: 9 },
  { title: "Twins", developer: "One" },
  { title: "Twins", developer: "Other" },
])) as [number, number, number, number, number];
await db.execute(sql`update offers set product_id = '1423049311' where game_id = ${hades}`);
const app = await startTestApp(database, { env: { PUBLIC_URL: "https://shop.example" } });

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await app.inject({ url, headers });
  const { statusCode: status, body } = response;
  const isJson = String(response.headers["content-type"]).startsWith("application/json");
  return { status, headers: response.headers, body, json: isJson ? JSON.parse(body) : null };
}

const lookUp = async (search: Record<string, string> | string[][]) => get(`/api/lookup?${new URLSearchParams(search)}`);

test.each<[string, Record<string, string> | string[][], Record<string, number | null>]>([
  ["an appid", { steam: "620" }, { "620": portal }],
  ["several appids", { steam: "620, 1 ,8" }, { "620": portal, "1": null, "8": comma }],
  ["a text that is no appid", { steam: "portal" }, { portal: null }],
  ["an appid that is too large", { steam: "99999999999" }, { "99999999999": null }],
  ["GOG's id of a product", { gog: "1423049311" }, { "1423049311": hades }],
  ["the same id at another store", { epic: "1423049311" }, { "1423049311": null }],
  [
    "addresses in other spellings",
    { url: "https://www.gog.com/de/game/hades_ii?pp=1,https://store.steampowered.com/app/620/Portal_2/" },
    {
      "https://www.gog.com/de/game/hades_ii?pp=1": hades,
      "https://store.steampowered.com/app/620/Portal_2/": portal,
    },
  ],
  ["an address of another site", { url: "https://evil.example/app/620" }, { "https://evil.example/app/620": null }],
  ["no address", { url: "javascript:alert(1)" }, { "javascript:alert(1)": null }],
  ["a title", { title: "portal 2" }, { "portal 2": portal }],
  ["a title with a comma", { title: "Papers, Please" }, { "Papers, Please": comma }],
  ["titles by commas", { title: "Portal 2,Hades II" }, { "Portal 2": portal, "Hades II": hades }],
  [
    "a parameter for each title",
    [
      ["title", "Papers, Please"],
      ["title", "Portal 2"],
    ],
    { "Papers, Please": comma, "Portal 2": portal },
  ],
  ["a title that two games have", { title: "Twins" }, { Twins: null }],
  ["a title that is nearly one", { title: "Portal" }, { Portal: null }],
  [
    "the names of an object's own fields",
    { title: "__proto__,constructor" },
    { ["__proto__"]: null, constructor: null },
  ],
])("a lookup by %s", async (_, search, expected) => {
  const { status, json } = await lookUp(search);
  expect(status).toBe(200);
  const ids = Object.entries<{ id: number } | null>(json.games).map(([name, game]) => [name, game?.id ?? null]);
  expect(ids).toEqual(Object.entries(expected));
});

test("a lookup has the game's prices, verdict and page, in the market's currency", async () => {
  const { json } = await lookUp({ steam: "620" });
  expect(json.games["620"]).toMatchObject({
    title: "Portal 2",
    currency: "USD",
    best_price: 4.99,
    best_store: "cdkeys",
    best_official_price: 9.99,
    best_official_store: "steam",
    historical_low: 4.99,
    verdict: null,
    url: `https://shop.example/games/${portal}`,
  });
});

test.each([
  ["", /Expected exactly one of steam, gog, epic, url, title/],
  ["?steam=1&gog=2", /Expected exactly one of/],
  ["?steam=", /Is empty/],
  ["?steam=1,,2", /Is empty/],
  [`?steam=${Array.from({ length: maxLookups + 1 }, (_, n) => n + 1).join()}`, /At most 100/],
  ["?steam=1&country=XX", /./],
])("a lookup %j is refused with the parameter that is wrong", async (search, message) => {
  const { status, json } = await get(`/api/lookup${search}`);
  expect(status).toBe(400);
  expect(JSON.stringify(json)).toMatch(message);
});

test("any site may read lookups, without credentials, and nothing else", async () => {
  const origin = "https://elsewhere.example";
  const { headers } = await get("/api/lookup?steam=620", { origin });
  expect(headers["access-control-allow-origin"]).toBe("*");
  expect(headers["access-control-allow-credentials"]).toBeUndefined();
  expect(headers["cache-control"]).toMatch(/public/);
  expect((await get("/api/lookup?steam=", { origin })).headers["access-control-allow-origin"]).toBe("*");
  expect((await get("/api/games", { origin })).headers["access-control-allow-origin"]).toBeUndefined();
});

test("an embed has no script, may be framed by any site, and is at most 10 kB", async () => {
  const { status, headers, body } = await get(`/embed/game/${portal}`);
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(headers["content-security-policy"]).toMatch(/default-src 'none'.*frame-ancestors \*.*script-src 'self'/);
  expect(headers["x-frame-options"]).toBeUndefined();
  expect(body.length).toBeLessThan(10_000);
  expect(body).not.toMatch(/<script|\son\w+=/i);
  expect(body).toContain(`href="https://shop.example/games/${portal}"`);
  for (const text of ["Portal 2", "$4.99 at CDKeys", "Official from $9.99", "Historical low $4.99"]) {
    expect(body).toContain(text);
  }
  expect((await get("/")).headers["content-security-policy"]).toMatch(/frame-ancestors 'none'/);
});

test("a hostile title is text in an embed, a badge and oEmbed", async () => {
  const embed = (await get(`/embed/game/${odd}`)).body;
  expect(embed).toContain("&lt;/script&gt;&lt;b onload=&quot;x&quot;&gt;");
  expect(embed).not.toContain("<b onload");
  const svg = (await get(`/badge/${odd}.svg`)).body;
  expect(() => new SaxesParser().write(svg).close()).not.toThrow();
  const { json } = await get(`/oembed?url=https://shop.example/games/${odd}`);
  expect(json.title).toBe(nasty);
  expect(json.html).toContain("&lt;/script&gt;");
});

test("a badge is a small picture with the best price, which other sites may show", async () => {
  const { status, headers, body } = await get(`/badge/${portal}.svg`);
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("image/svg+xml; charset=utf-8");
  expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
  expect(body.length).toBeLessThan(2_000);
  expect(() => new SaxesParser().write(body).close()).not.toThrow();
  expect(body).toContain(">lowest</text>");
  expect(body).toContain(">$4.99</text>");
  expect((await get(`/badge/${unpriced}.svg`)).body).toContain("No price yet");
});

test("an embed and a badge are in the language of their address", async () => {
  const german = (await get(`/embed/game/${portal}?language=de`)).body;
  expect(german).toContain('<html lang="de" dir="ltr">');
  expect(german).toMatch(/4,99.\$ bei CDKeys/);
  expect((await get(`/embed/game/${portal}?language=ar`)).body).toContain('<html lang="ar" dir="rtl">');
  expect((await get(`/embed/game/${portal}?language=xx`)).body).toContain('lang="en"');
});

test.each([
  "/embed/game/999",
  "/embed/game/x",
  "/embed/game/0",
  "/embed/other",
  "/badge/999.svg",
  "/badge/x.svg",
  "/badge/1.png",
  "/oembed?url=https://shop.example/games/999",
  "/oembed?url=https://elsewhere.example/games/1",
  "/oembed?url=https://shop.example/games",
  "/oembed?url=x",
])("%s is not found", async (url) => {
  expect((await get(url)).status).toBe(404);
});

test.each([
  ["/oembed", 400],
  [`/oembed?url=https://shop.example/games/${portal}&maxwidth=10`, 400],
  [`/oembed?url=https://shop.example/games/${portal}&maxheight=x`, 400],
  [`/oembed?url=https://shop.example/games/${portal}&format=xml`, 501],
  [`/embed/game/${portal}?country=XX`, 400],
])("%s responds with %i", async (url, status) => {
  expect((await get(url)).status).toBe(status);
});

test("oEmbed describes a frame that fits the consumer", async () => {
  const url = encodeURIComponent(`https://shop.example/games/${portal}`);
  const { json, headers } = await get(`/oembed?url=${url}&maxwidth=300&format=json`);
  expect(headers["access-control-allow-origin"]).toBe("*");
  expect(json).toMatchObject({ version: "1.0", type: "rich", title: "Portal 2", width: 300, height: 132 });
  expect(json.html).toMatch(/^<iframe src="https:\/\/shop\.example\/embed\/game\/1" title="Portal 2" width="300"/);
});

test("the userscript is one file with its header, this site and its texts", async () => {
  const { status, headers, body } = await get("/lootwise.user.js");
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(body).toMatch(/^\/\/ ==UserScript==\n\/\/ @name /);
  expect(body).toMatch(/@connect +shop\.example\n/);
  expect(body).toMatch(/@updateURL +https:\/\/shop\.example\/lootwise\.user\.js\n/);
  expect(body).toContain('"address":"https://shop.example"');
  expect(body.split("\n").length).toBeLessThan(220);
  expect(() => new Script(body)).not.toThrow();
  const german = (await get("/lootwise.user.js?language=de&country=US")).body;
  expect(german).toContain("/lootwise.user.js?country=US&language=de");
  expect(german).toContain("{price} bei {store}");
});
