import { parseFeed } from "@rowanmanning/feed-parser";
import { Ajv } from "ajv";
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from "feedsmith";
import ICAL from "ical.js";
import { expect, test, vi } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { bundles } from "../bundles/table.ts";
import { recordOffers } from "../prices/offers/commands.ts";

const database = await createTestDatabase();
const { db } = database;
const hourMs = 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * hourMs);
const nasty = `Fish & <b>"Chips"</b> ]]> \u0007 😀 'n\\'; BEGIN:VEVENT, 大逆转裁判`;
const soon = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 30 * hourMs);

const steam = { priceMinor: 2_999, regularMinor: 2_999 };
const [hades, fish, gift, secret] = (await addCatalogue(
  db,
  [
    { title: "Hades II", localizedTitles: "ja: ハデスII", tags: "Action, Roguelike", rating: 9.4, offers: { steam } },
    { title: nasty, tags: "Puzzle", offers: { steam } },
    { title: "Gift", offers: { steam } },
    { title: "Secret", tags: "Hentai", offers: { steam } },
    { title: "Unpriced" },
  ],
  daysAgo(100),
)) as [number, number, number, number];
const sale = async (gameId: number, offer: object, days: number) =>
  recordOffers(db, [{ gameId, store: "steam", ...offer }], { now: daysAgo(days) });
await sale(fish, { priceMinor: 1_000 }, 0.9);
await sale(gift, { priceMinor: 0, endsAt: soon }, 0.7);
await sale(hades, { priceMinor: 1_499 }, 0.5);
await sale(secret, { priceMinor: 99 }, 0.5);
const app = await startTestApp(database, { env: { PUBLIC_URL: "https://shop.example" } });

async function get(url: string, headers: Record<string, string> = {}) {
  const { statusCode: status, headers: sent, body } = await app.inject({ url, headers });
  return { status, headers: sent, body };
}

const jsonFeedSchema = {
  type: "object",
  required: ["version", "title", "items"],
  properties: {
    version: { const: "https://jsonfeed.org/version/1.1" },
    title: { type: "string", minLength: 1 },
    home_page_url: { type: "string", pattern: "^https://" },
    feed_url: { type: "string", pattern: "^https://" },
    items: {
      type: "array",
      uniqueItems: true,
      items: {
        type: "object",
        required: ["id", "url", "title", "content_text", "date_published"],
        properties: {
          id: { type: "string", minLength: 1 },
          url: { type: "string", pattern: "^https://shop\\.example/games/\\d+$" },
          image: { type: "string", pattern: "^https://shop\\.example/images/" },
          date_published: { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$" },
        },
      },
    },
  },
};

const titles = ["Hades II: $14.99 at Steam (−50%)", "Gift: Free at Steam", `${nasty}: $10.00 at Steam (−67%)`];
/** XML cannot hold control characters. */
const titlesInXml = titles.map((title) => title.replace("\u0007", ""));

test.each([
  ["de", "/us-de", "Hades II: 14,99 $ bei Steam (−50 %)", "Gift: Gratis bei Steam"],
  ["ja", "/us-ja", "ハデスII：Steamで", "Gift：Steamで無料"],
  // not one of the site's
  ["tlh", "", "Hades II: $14.99 at Steam (−50%)", "Gift: Free at Steam"],
])("a feed in %s has texts and links of that language", async (language, prefix, hades2, giftTitle) => {
  const feed = JSON.parse((await get(`/feeds/games.json?language=${language}`)).body);
  expect(feed.language).toBe(prefix === "" ? "en" : language);
  expect(feed.feed_url).toBe(`https://shop.example/feeds/games.json${prefix === "" ? "" : `?language=${language}`}`);
  expect(feed.home_page_url).toBe(`https://shop.example${prefix}/games`);
  expect(feed.items[0].title.replace(/[\u00a0\u202f]/g, " ")).toContain(hades2);
  expect(feed.items[1].title).toContain(giftTitle);
  expect(feed.items[0].url).toBe(`https://shop.example${prefix}/games/${hades}`);
});

test("a list is RSS 2.0 for two independent parsers, the latest change first", async () => {
  const { status, headers, body } = await get("/feeds/games.rss");
  expect([status, headers["content-type"]]).toEqual([200, "application/rss+xml; charset=utf-8"]);
  const feed = parseRssFeed(body);
  expect(feed).toMatchObject({
    title: "Games – Lootwise",
    link: "https://shop.example/games",
    description: "Games: prices in United States, from Lootwise",
    atom: { links: [{ href: "https://shop.example/feeds/games.rss", rel: "self" }] },
  });
  expect(feed.items?.map(({ title }) => title)).toEqual(titlesInXml);
  expect(feed.items?.[0]).toMatchObject({
    link: `https://shop.example/games/${hades}`,
    description: "Regular price: $29.99. The lowest price ever.",
    guid: { isPermaLink: false },
    pubDate: expect.stringMatching(/GMT$/),
  });
  const other = parseFeed(body);
  expect(other.meta).toMatchObject({ type: "rss", version: "2.0" });
  expect(other.items.map(({ title }) => title)).toEqual(titlesInXml);
  expect(other.items.every(({ published }) => published instanceof Date)).toBe(true);
});

test("a list is Atom for two independent parsers", async () => {
  const { headers, body } = await get("/feeds/games.atom");
  expect(headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
  const feed = parseAtomFeed(body);
  expect(feed).toMatchObject({
    id: "https://shop.example/feeds/games.atom",
    title: { value: "Games – Lootwise" },
    authors: [{ name: "Lootwise" }],
    updated: feed.entries?.[0]?.updated,
  });
  expect(feed.entries?.map(({ title }) => title?.value)).toEqual(titlesInXml);
  expect(parseFeed(body)).toMatchObject({ meta: { type: "atom", version: "1.0" }, items: { length: 3 } });
});

test("a list is JSON Feed 1.1", async () => {
  const { headers, body } = await get("/feeds/games.json");
  expect(headers["content-type"]).toBe("application/feed+json; charset=utf-8");
  const feed = JSON.parse(body);
  const validate = new Ajv().compile(jsonFeedSchema);
  expect(validate(feed), JSON.stringify(validate.errors)).toBe(true);
  expect(parseJsonFeed(feed)).toMatchObject({ items: titles.map((title) => ({ title })) });
});

test("free games with an end are a calendar", async () => {
  const { headers, body } = await get("/feeds/free.ics");
  expect(headers["content-type"]).toBe("text/calendar; charset=utf-8");
  expect(body.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const calendar = new ICAL.Component(ICAL.parse(body));
  expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
  const events = calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
  expect(events.map(({ summary }) => summary)).toEqual(["Gift: Free at Steam"]);
  expect(events[0]!.endDate.toJSDate()).toEqual(soon);
  expect(events[0]!.uid).toMatch(new RegExp(`^tag:shop\\.example,2026:US/games/${gift}/`));
});

test("a title with special characters stays one event on one line", async () => {
  await sale(fish, { priceMinor: 0, endsAt: soon }, 0.1);
  await expect.poll(async () => (await get("/feeds/free.ics")).body).toContain("Fish");
  const calendar = new ICAL.Component(ICAL.parse((await get("/feeds/free.ics")).body));
  const summaries = calendar.getAllSubcomponents("vevent").map((event) => event.getFirstPropertyValue("summary"));
  expect(summaries.sort()).toEqual([titlesInXml[2]!.replace("$10.00 at Steam (−67%)", "Free at Steam"), titles[1]]);
});

test.each([
  ["/feeds/games.json?search=hades&tag=action&max_price=20", "Games · “hades” · Up to $20.00 · action – Lootwise"],
  ["/feeds/deals/best.json", "Best right now – Lootwise"],
  [
    "/feeds/deals/dropped.json?min_cut=40&store=steam",
    "Dropped in the last 24 hours · At least 40% off · Steam – Lootwise",
  ],
  ["/feeds/free.json", "Free Games – Lootwise"],
  ["/feeds/free.json?official=true", "Free Games · Official stores only – Lootwise"],
])("%s has the title %s", async (url, title) => {
  const feed = JSON.parse((await get(url)).body);
  expect(feed.title.split(/ · | – /).sort()).toEqual(title.split(/ · | – /).sort());
  expect(feed.items.length).toBeGreaterThan(0);
  expect(feed.feed_url).toMatch(/^https:\/\/shop\.example\/feeds\//);
});

// dgtlmoon/changedetection.io#239, timothepoznanski/poznote#325, miniflux/v2#4197
test("items keep their id until the price changes, and then get a new one", async () => {
  const idOf = async () => JSON.parse((await get("/feeds/games.json?search=hades")).body).items[0].id;
  const before = await idOf();
  await db.execute("update games set player_count = 7");
  expect(await idOf()).toBe(before);
  await sale(hades, { priceMinor: 1_299 }, 0);
  await expect.poll(idOf).not.toBe(before);
});

test("a reader that polls every minute gets 304 while nothing changes", async () => {
  const first = await get("/feeds/deals/cuts.atom");
  const etag = String(first.headers.etag);
  const modified = String(first.headers["last-modified"]);
  try {
    for (let minute = 1; minute <= 3; minute++) {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
      expect((await get("/feeds/deals/cuts.atom", { "if-none-match": etag })).status).toBe(304);
      expect((await get("/feeds/deals/cuts.atom", { "if-modified-since": modified })).status).toBe(304);
    }
  } finally {
    vi.useRealTimers();
  }
  await sale(fish, { priceMinor: 0, endsAt: new Date(soon.getTime() + 1_000) }, 0);
  await sale(hades, { priceMinor: 1_199 }, 0);
  const again = (headers: Record<string, string>) => get("/feeds/deals/cuts.atom", headers);
  await expect.poll(async () => (await again({ "if-none-match": etag })).status).toBe(200);
  expect((await again({ "if-modified-since": modified })).status).toBe(200);
  // the second change may arrive after the first, and lists follow it
  await expect.poll(async () => JSON.parse((await get("/feeds/games.json")).body).items[0].title).toContain("$11.99");
});

test.each([
  ["/feeds/games.rss?min_cut=200", "min_cut"],
  ["/feeds/games.json?max_price=cheap", "max_price"],
  ["/feeds/deals/best.atom?store=nowhere", "store"],
  ["/feeds/free.ics?country=XX", "country"],
])("%s is a 400 that names %s", async (url, name) => {
  const { status, body } = await get(url);
  expect(status).toBe(400);
  expect(JSON.parse(body).details).toMatchObject([{ path: name }]);
});

test.each(["/feeds/games.xml", "/feeds/deals/worst.rss", "/feeds/games.ics", "/feeds/"])(
  "%s is not found",
  async (url) => {
    expect((await get(url)).status).toBe(404);
  },
);

test("feeds are cached like lists, and unknown parameters change nothing", async () => {
  const { headers, body } = await get("/feeds/games.rss?utm_source=x&page=7");
  expect(headers["cache-control"]).toMatch(/^public, max-age=0, must-revalidate, s-maxage=/);
  expect(body).toBe((await get("/feeds/games.rss")).body);
});

test("the bundles on sale are a feed in each format, with price, games and end", async () => {
  const now = new Date();
  const begun = daysAgo(2);
  await db.insert(bundles).values({
    ...{ store: "steam", title: "Desert & Sand", address: "https://store.example/desert", kind: "tiers", games: 8 },
    ...{ beginsAt: begun, endsAt: soon, seenAt: now, updatedAt: now },
    tiers: [{ price: { amount: 1_200, currency: "USD" }, prices: {}, cumulative: true, addon: false, choose: null }],
  });
  const { items } = JSON.parse((await get("/feeds/bundles.json")).body);
  expect(items).toMatchObject([
    {
      title: "Desert & Sand · Steam",
      url: "https://shop.example/bundles/1",
      content_text: expect.stringMatching(/^Games: 8 · From \$12\.00 · Until /),
      date_published: begun.toISOString(),
    },
  ]);
});
