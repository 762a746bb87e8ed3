import { expect, test } from "vitest";
import { eq } from "../../../platform/db/drizzle.ts";
import { startTestApp } from "../../../test/app.ts";
import { built } from "../../../test/built-website.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { markets } from "../../markets/table.ts";
import { games } from "../table.ts";

if (!built) console.warn("Skipped the tests of pages: the website is not built");

const database = await createTestDatabase();
const { db } = database;
await db.update(markets).set({ enabled: true }).where(eq(markets.country, "GB"));
const hostile = "</script><script>alert(1)</script>";
const [hades] = (await addCatalogue(db, [
  {
    title: "Hades",
    rating: 9,
    tags: "Roguelike, Action",
    developer: "Supergiant Games",
    offers: { steam: { priceMinor: 1_249, regularMinor: 2_499 } },
  },
  { title: `Bastion ${hostile}`, tags: "Action", developer: "Supergiant Games", offers: { gog: { priceMinor: 0 } } },
  { title: "Adult", tags: "Hentai, Hidden", developer: "Nobody" },
  {
    title: "Transistor",
    genre: "Indie",
    tags: "Action",
    developer: "Supergiant Games",
    offers: { gog: { priceMinor: 400 } },
  },
])) as [number];
const app = await startTestApp(database, { env: { PUBLIC_URL: "https://shop.example" } });

async function get(url: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: received, body } = await app.inject({ url, headers });
  return { status: statusCode, headers: received, body };
}

const json = async (url: string) => JSON.parse((await get(url)).body);

test("tags are listed with their games, page by page, without those of explicit games", async () => {
  expect(await json("/api/landing/tag?limit=1")).toEqual({
    pages: [{ slug: "action", name: "Action", count: 3 }],
    total: 2,
  });
  expect((await json("/api/landing/tag?limit=1&page=2")).pages).toEqual([
    { slug: "roguelike", name: "Roguelike", count: 1 },
  ]);
  expect((await json("/api/landing/developer")).pages).toEqual([
    { slug: "supergiant-games", name: "Supergiant Games", count: 3 },
  ]);
});

test("a genre's page in another language or spelling redirects to its own, in any market", async () => {
  for (const [path, target] of [
    [`/genre/${encodeURIComponent("инди")}`, "/genre/indie"],
    [`/genre/${encodeURIComponent("Инди")}?page=2`, "/genre/indie?page=2"],
    ["/genre/niezalezne", "/genre/indie"],
    [`/gb/genre/${encodeURIComponent("动作")}`, "/gb/genre/action"],
    ["/genre/acao", "/genre/action"],
    ["/genre/abenteuer/", "/genre/adventure/"],
  ] as const) {
    const { status, headers } = await get(path);
    expect([path, status, headers.location]).toEqual([path, 301, target]);
  }
  expect(await json(`/api/landing/genre/${encodeURIComponent("инди")}`)).toMatchObject({ slug: "indie", count: 1 });
  expect((await json(`/api/games?genre=${encodeURIComponent("Инди")}`)).totalGames).toBe(1);
  for (const path of ["/genre/indie", "/genre/%E0%A4%A", "/genre/weaving"]) {
    expect((await get(path)).status).not.toBe(301);
  }
});

test("a store's page describes its games", async () => {
  expect(await json("/api/landing/store/steam")).toMatchObject({
    name: "Steam",
    count: 1,
    on_sale: 1,
    cheapest: { id: hades, best_price: 12.49 },
    best_rated: { id: hades, rating: 9 },
  });
  expect(await json("/api/landing/under/5")).toMatchObject({
    count: 2,
    currency: "USD",
    cheapest: { title: "Transistor", best_price: 4 },
  });
  expect(await json("/api/landing/under/5?country=GB")).toMatchObject({ count: 0, currency: "GBP" });
});

test.each([
  ["/api/landing/tag/hidden", 404],
  ["/api/landing/tag/nothing", 404],
  ["/api/landing/magic", 404],
  ["/api/landing/magic/rpg", 404],
  ["/api/landing/under/7", 404],
  ["/api/landing/store/nowhere", 404],
  ["/api/landing/tag?limit=1000", 400],
  ["/api/landing/tag/action?country=ZZ", 400],
])("%s is a %s", async (url, status) => expect((await get(url)).status).toBe(status));

test("a new tag has a page immediately, and a cached list of tags shows it", async () => {
  const tagged = async () => (await json("/api/landing/tag")).pages.map(({ name }: { name: string }) => name);
  expect(await tagged()).not.toContain("Mythology");
  await db.update(games).set({ tags: "Roguelike, Action, Mythology" }).where(eq(games.id, hades));
  await expect.poll(tagged).toContain("Mythology");
  expect((await get("/api/landing/tag/mythology")).status).toBe(200);
  await db.update(games).set({ tags: "Roguelike, Action" }).where(eq(games.id, hades));
  await expect.poll(tagged).not.toContain("Mythology");
});

test("the sitemap omits pages with few games, and dates games", async () => {
  const { body } = await get("/sitemap-1.xml");
  expect(body).toMatch(new RegExp(`/games/${hades}</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT`));
  expect(body).toContain("<loc>https://shop.example/tag/action</loc>");
  expect(body).not.toContain("/tag/roguelike");
});

test.runIf(built).each([
  ["/tag/action", 200],
  ["/gb/developer/supergiant-games", 200],
  ["/store/steam", 200],
  ["/under/10", 200],
  ["/tag/hidden", 404],
  ["/tag/nothing", 404],
  ["/under/7", 404],
  ["/TAG/Action", 308],
])("the page %s is a %s", async (url, status) => {
  const page = await get(url);
  expect(page.status).toBe(status);
  expect(page.headers["cache-control"]).toMatch(status === 200 ? /^public, max-age=0/ : /^no-store$/);
  if (status === 404) expect(page.body).toContain("Page not found");
});

/** The structured data of a page, by type. */
function structured(body: string): Record<string, unknown> {
  const [, data = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? [];
  const graph = (JSON.parse(data) as { "@graph": { "@type": string }[] })["@graph"];
  return Object.fromEntries(graph.map((item) => [item["@type"], item]));
}

test.runIf(built)("a page has breadcrumbs and its list as structured data, which titles cannot escape", async () => {
  const { body } = await get("/tag/action");
  expect(body).not.toContain(hostile);
  const { BreadcrumbList: breadcrumbs, ItemList: list } = structured(body);
  expect(breadcrumbs).toMatchObject({
    itemListElement: [
      { position: 1, item: "https://shop.example/" },
      { position: 2, item: "https://shop.example/games" },
      { position: 3, name: "Games tagged Action", item: "https://shop.example/tag/action" },
    ],
  });
  const { itemListElement: items } = list as { itemListElement: { name: string; url: string }[] };
  expect(items).toContainEqual(expect.objectContaining({ name: "Hades", url: `https://shop.example/games/${hades}` }));
  expect(items).toContainEqual(expect.objectContaining({ name: `Bastion ${hostile}` }));
});

const linksIn = (body: string, rel: string) =>
  Array.from(body.matchAll(/<link rel="(\w+)"[^>]*>/g), ([link, name]) => (name === rel ? link : "")).filter(Boolean);

test.runIf(built)(
  "a page links to its canonical address, its feeds, and its versions in other markets and languages",
  async () => {
    const { body } = await get("/gb/tag/action");
    expect(linksIn(body, "canonical").join()).toContain('href="https://shop.example/gb/tag/action"');
    const alternates = linksIn(body, "alternate").join("\n");
    expect(alternates).toContain('hrefLang="en-US" href="https://shop.example/tag/action"');
    for (const format of ["rss", "atom", "json"]) {
      expect(alternates).toContain(`href="https://shop.example/feeds/games.${format}?tag=Action&amp;country=GB"`);
    }
    // an amount means something else in each market
    const inOneMarket = linksIn((await get("/under/20")).body, "alternate").join("\n");
    expect(inOneMarket).toContain('hrefLang="en" href="https://shop.example/under/20"');
    expect(inOneMarket).toContain('hrefLang="de" href="https://shop.example/us-de/under/20"');
    expect(inOneMarket).not.toContain('href="https://shop.example/gb');
  },
);

test("genres are suggested by their names in the page's language, and feeds are called by them", async () => {
  expect((await json("/api/games/suggest?q=indepen&language=fr")).genres).toEqual(["Indie"]);
  expect((await json("/api/games/suggest?q=indie&language=fr")).genres).toEqual(["Indie"]);
  expect((await json("/api/games/suggest?q=indepen")).genres).toEqual([]);
  expect((await get("/feeds/games.rss?genre=Indie&language=fr")).body).toContain("Indépendant");
  expect((await get("/feeds/games.rss?genre=Indie")).body).toContain("Indie");
});

test.runIf(built)("a page in another language names its genre in it, wherever it is printed", async () => {
  const { body } = await get("/us-fr/genre/indie");
  expect(body).toContain("<title>Jeux du genre Indépendant | ");
  expect(body).toMatch(/<meta name="description" content="[^"]*Indépendant/);
  const { itemListElement: steps } = structured(body).BreadcrumbList as { itemListElement: { name: string }[] };
  expect(steps.at(-1)!.name).toBe("Jeux du genre Indépendant");
  expect((await get("/genre/indie")).body).toContain("<title>Indie games | ");
});

test.runIf(built)("a page with few games is not indexed", async () => {
  const noIndex = '<meta name="robots" content="noindex"/>';
  expect((await get("/store/gog")).body).toContain(noIndex);
  expect((await get("/under/20")).body).not.toContain(noIndex);
});

test.runIf(built)("a game's page links to its landing pages, an explicit game's does not", async () => {
  const { body } = await get(`/games/${hades}`);
  expect(body).toContain('href="/tag/roguelike"');
  expect(body).toContain('href="/developer/supergiant-games"');
  expect((await get(`/games/${hades + 2}`)).body).not.toContain('href="/tag/');
});

test.runIf(built)("a game's page has a social picture of the stated size", async () => {
  const { body } = await get(`/gb/games/${hades}`);
  expect(body).toContain(`property="og:image" content="https://shop.example/images/games/${hades}/social?country=GB"`);
  expect(body).toContain('property="og:image:width" content="1200"');
  expect(body).toContain('name="twitter:card" content="summary_large_image"');
});
