import { beforeEach, describe, expect, test } from "vitest";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../../test/database.ts";
import { createTestFolder } from "../../../test/folder.ts";
import { startUpstream } from "../../../test/servers/upstream-server.ts";
import { sharedData } from "../../../test/shared-data.ts";
import { recordOffers } from "../offers/commands.ts";
import { createClient } from "./client.ts";
import { openFeed } from "./feed.ts";
import { type FeedImportOptions, importFeed } from "./import-feed.ts";
import type { Refusal } from "./source.ts";

const { db, pool } = await createTestDatabase();
const folder = await createTestFolder();
const client = createClient({ publicUrl: "https://games.example", paceMs: 0 });
const market = { country: "US", currency: "USD" };
const now = new Date("2026-11-21T12:00:00Z");

beforeEach(() => emptyTables(pool, ["games", "match_reviews", "staged_offers", "price_feeds"]));

async function importText(text: string, options: Partial<FeedImportOptions> = {}) {
  const refusals: Refusal[] = [];
  const source = openFeed({ store: "cdkeys", market, location: await folder.write("feed.csv", text), client });
  const { signal } = new AbortController();
  const onRefusal = (refusal: Refusal) => void refusals.push(refusal);
  const result = await importFeed(db, source, { now, signal, onRefusal, ...options });
  return { result, refusals };
}

async function listOffers() {
  const { rows } = await pool.query(
    "select game_id, price_minor, regular_minor, link, in_stock, product_id from offers where store = 'cdkeys' order by game_id",
  );
  return rows.map((row) => Object.values(row));
}

const header = "id,title,link,price,sale_price,availability\n";
const sable = "k1,Sable PC,https://x.example/1,24.99 USD,5.00 USD,in stock\n";
const road = "k2,Road 96 (PC) Steam Key GLOBAL,https://x.example/2,19.99 USD,,out of stock\n";

test("a feed is imported; bad, foreign and uncertain rows are reported and left out", async () => {
  const [one, two] = await addCatalogue(db, [{ title: "Sable" }, { title: "Road 96" }, { title: "Halo" }]);
  const { result, refusals } = await importText(
    `${header}${sable}${road}k3,Halo,https://x.example/3,free?,,\nk4,Halo Xbox,,9.99 USD,,\nk5,Unheard Of,,9.99 USD,,\n${road}`,
  );
  expect(result).toEqual({
    read: 6,
    bad: 1,
    warned: 0,
    repeated: 1,
    foreign: 1,
    unmatched: 1,
    games: 2,
    changed: 2,
    priceChanges: 2,
  });
  expect(refusals).toEqual([
    { what: "line 4", productId: "k3", reason: "price", message: 'price: "free?" is not a price' },
    { what: "line 3", reason: "repeated", message: "is about k2, as a later row is, which counts" },
    { what: "Halo Xbox", reason: "platform", message: "is for Xbox" },
  ]);
  expect(await listOffers()).toEqual([
    [one, 500, 2499, "https://x.example/1", true, "k1"],
    [two, 1999, null, "https://x.example/2", false, "k2"],
  ]);
});

describe("a price alone is the regular price at official stores only", () => {
  const { signal } = new AbortController();

  test.each([
    ["official", "9.99 USD,", 999, 999],
    ["keyshop", "9.99 USD,", 999, null],
    ["marketplace", "9.99 USD,", 999, null],
    ["official", "9.99 USD,4.99 USD", 499, 999],
    ["keyshop", "9.99 USD,4.99 USD", 499, 999],
    ["marketplace", "9.99 USD,4.99 USD", 499, 999],
    // shops that always fill both columns announce no discount
    ["official", "9.99 USD,9.99 USD", 999, 999],
    ["keyshop", "9.99 USD,9.99 USD", 999, null],
    ["keyshop", "19.99 USD,", 1_999, null],
    ["marketplace", "24.99 USD,24.98 USD", 2_498, 2_499],
  ])("%s: %s", async (kind, prices, price, regular) => {
    await pool.query("update stores set kind = $1 where key = 'fanatical'", [kind]);
    const [id] = await addCatalogue(db, [{ title: "Sable", offers: { steam: { priceMinor: 1_999 } } }]);
    const text = `id,title,price,sale_price\n1,Sable PC,${prices}\n`;
    const source = openFeed({ store: "fanatical", market, location: await folder.write("feed.csv", text), client });
    await importFeed(db, source, { now, signal });
    const { rows } = await pool.query(
      "select price_minor, regular_minor from offers where store = 'fanatical' and game_id = $1",
      [id],
    );
    expect(rows).toEqual([{ price_minor: price, regular_minor: regular }]);
  });
});

test("importing the same feed again changes nothing, and offers missing from it stay", async () => {
  const ids = await addCatalogue(db, [{ title: "Sable" }, { title: "Road 96" }, { title: "Halo" }]);
  await recordOffers(db, [{ gameId: ids[2]!, store: "cdkeys", priceMinor: 700 }], { now });
  await importText(header + sable + road);
  const before = await pool.query("select * from offers natural join game_prices order by game_id, store");
  const later = new Date("2026-11-22T12:00:00Z");
  const { result } = await importText(header + sable + road, { now: later });
  expect(result).toMatchObject({ games: 2, changed: 0, priceChanges: 0 });
  expect((await pool.query("select * from offers natural join game_prices order by game_id, store")).rows).toEqual(
    before.rows,
  );
});

// cubecart/v6#746, pinterest-for-woocommerce#265
test("a 0 without a word is no price, except of a game that is free at its own platform", async () => {
  const [rimworld, , dota] = await addCatalogue(db, [
    { title: "RimWorld", offers: { steam: { priceMinor: 3499 }, cdkeys: { priceMinor: 2999, regularMinor: 3499 } } },
    { title: "Portal 2", offers: { steam: { priceMinor: 0, regularMinor: 999 } } },
    { title: "Dota 2", offers: { steam: { priceMinor: 0 } } },
    { title: "Aura", offers: { gog: { priceMinor: 0 } } },
  ]);
  const { result, refusals } = await importText(
    `${header}k1,RimWorld,,0.00 USD,,in stock\nk2,Portal 2,,0 USD,0 USD,\nk3,Dota 2,,0,,\nk4,Aura,,Free,,sold out\nk5,Portal 2 Soundtrack,,0 USD,,\nk6,Dota 2 Key,,0.00 USD,,\n`,
  );
  expect(result).toMatchObject({ read: 6, bad: 5, games: 1 });
  expect(refusals.map(({ what, reason }) => [what, reason])).toEqual([
    ["line 4", "currency"],
    ["line 5", "zero"],
    ["RimWorld", "zero"],
    ["Portal 2", "zero"],
    ["Portal 2 Soundtrack", "zero"],
  ]);
  expect(await listOffers()).toEqual([
    [rimworld, 2999, 3499, null, null, null],
    [dota, 0, null, null, null, "k6"],
  ]);
  const { rows } = await pool.query("select low_minor, best_minor from game_prices where game_id = $1", [rimworld]);
  expect(rows).toEqual([{ low_minor: 2999, best_minor: 2999 }]);
});

test("an optional cell that cannot be read is a warning: its row counts", async () => {
  const [terraria] = await addCatalogue(db, [{ title: "Terraria" }]);
  const row = "k1,Terraria,not a link,9.99 USD,,mañana\n";
  const { result, refusals } = await importText(header + row, { strict: true });
  expect(result).toMatchObject({ read: 1, bad: 0, warned: 2, games: 1, changed: 1 });
  expect(refusals).toMatchObject([
    { what: "line 2", productId: "k1", reason: "cell" },
    { reason: "cell", message: 'availability: "mañana" is not known: the row counts without it' },
  ]);
  expect(await listOffers()).toEqual([[terraria, 999, null, null, null, "k1"]]);
});

describe("nothing is changed", () => {
  beforeEach(() => addCatalogue(db, [{ title: "Sable" }, { title: "Road 96" }]));
  const nothing = async () => {
    expect(await listOffers()).toEqual([]);
    for (const table of ["match_reviews", "staged_offers", "price_feeds"]) {
      expect((await pool.query(`select from ${table}`)).rowCount).toBe(0);
    }
  };

  test("with --dry-run, which reports the changes", async () => {
    const { result } = await importText(`${header}${sable}k5,Unheard Of,,9.99 USD,,\n`, { dryRun: true });
    expect(result).toMatchObject({ read: 2, games: 1, changed: 1, unmatched: 1 });
    await nothing();
  });

  test.each<[what: string, text: string, options: Partial<FeedImportOptions>, message: RegExp]>([
    [
      "with --strict and a bad row",
      `${header}${sable}k2,Road 96,,1 EUR,,\n`,
      { strict: true },
      /^1 of 2 rows are invalid; nothing was imported$/,
    ],
    ["without a good row", `${header}k2,Road 96,,1 EUR,,\n`, {}, /^the feed has no valid row; nothing was imported$/],
    [
      "with other columns",
      "sku,name,cost\n1,Sable,9.99 USD\n",
      {},
      /no row of it has the column id; they have sku, name, cost; nothing was imported$/,
    ],
    ["of a web page", "<!DOCTYPE html><html></html>", {}, /is a web page, not a feed; nothing was imported$/],
    ["of nothing", "", {}, /is empty; nothing was imported$/],
    [
      "of a quote without end",
      `${header}${sable}"k2,Road 96`,
      {},
      /is not CSV: row 3 has a quote that is never closed/,
    ],
    [
      "of half a feed in XML",
      '<rss xmlns:g="http://base.google.com/ns/1.0"><item><g:id>1</g:id><title>Sable</title><g:price>1.00 USD</g:price></item><item>',
      {},
      /is not whole XML: .*nothing was imported$/,
    ],
  ])("%s", async (_, text, options, message) => {
    await expect(importText(text, options)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringMatching(message),
    });
    await nothing();
  });

  test("when it is aborted", async () => {
    await expect(importText(header + sable, { signal: AbortSignal.abort() })).rejects.toThrow("stopped");
    await nothing();
  });
});

test("a feed that has lost more than 30 % of its rows is refused, unless that is accepted", async () => {
  await addCatalogue(db, [{ title: "Sable" }, { title: "Road 96" }]);
  const cheaper = header + sable.replace("5.00", "1.00");
  const prices = async () => (await listOffers()).map(([, price]) => price);
  await importText(header + sable + road);
  await expect(importText(cheaper)).rejects.toThrow("has 1 good rows where it had 2");
  expect(await prices()).toEqual([500, 1999]);
  const { result } = await importText(cheaper, { acceptLoss: true });
  expect(result).toMatchObject({ changed: 1 });
  expect(await prices()).toEqual([100, 1999]);
});

test("rows that contradict their appid change no price and wait (IsThereAnyDeal-Issues#2029)", async () => {
  const [terraria] = await addCatalogue(db, [{ title: "Terraria", steamAppid: 105600 }]);
  const item = (id: number, title: string, price: string, columns = "") =>
    `<item><g:id>${id}</g:id><title>${title}</title><g:price>${price} USD</g:price>${columns}</item>`;
  await importText(
    `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${[
      item(1, "Terraria Official Soundtrack DLC Steam CD Key", "1.99"),
      item(2, "Terraria 4-Pack Steam CD Key", "24.99"),
      item(3, "Terraria", "3.00", "<g:multipack>4</g:multipack><g:is_bundle>yes</g:is_bundle>"),
      item(4, "Terraria", "2.00", "<g:product_type>Games &gt; Accounts</g:product_type>"),
      item(5, "Terraria Steam CD Key", "9.99"),
    ]
      .join("")
      .replaceAll("</g:id>", "</g:id><g:steam_appid>105600</g:steam_appid>")}</channel></rss>`,
  );
  expect(await listOffers()).toEqual([expect.arrayContaining([999])]);
  const { rows } = await pool.query("select product_id, reason, candidates from match_reviews order by product_id");
  expect(rows).toEqual([
    { product_id: "1", reason: "addition", candidates: [terraria] },
    { product_id: "2", reason: "several_copies", candidates: [terraria] },
    { product_id: "3", reason: "several_copies", candidates: [terraria] },
    { product_id: "4", reason: "account", candidates: [terraria] },
  ]);
});

const real = sharedData("upstream/keyshop/loaded-cdkeys-cleaned.csv");
test.skipIf(!real)("a real key shop: PC games are matched, editions wait, other products are refused", async () => {
  await addCatalogue(db, [
    { title: "ARC Raiders" },
    { title: "Call of Duty®: Black Ops 7" },
    { title: "Europa Universalis V" },
    { title: "Battlefield™ 6" },
    { title: "Little Nightmares III" },
  ]);
  const columns = new Map([
    ["id", "product_url"],
    ["link", "product_url"],
    ["price", "price_usd"],
  ] as const);
  const source = openFeed({ store: "cdkeys", market, location: real!, client, columns, currency: "USD" });
  const { signal } = new AbortController();
  const refusals: Refusal[] = [];
  const onRefusal = (refusal: Refusal) => void refusals.push(refusal);
  const result = await importFeed(db, source, { now, signal, onRefusal });
  expect(result).toMatchObject({ read: 130, bad: 0, games: 4, priceChanges: 4 });
  // its title ends in "Xbox Series X|S/PC", but its column of platforms says Xbox
  expect(refusals).toContainEqual(
    expect.objectContaining({ what: expect.stringMatching(/^Call of Duty: Black Ops 7 Xbox/), reason: "platform" }),
  );
  expect(result.foreign).toBeGreaterThan(10);
  const prices = await pool.query("select title, price_minor from offers join games on id = game_id order by title");
  expect(prices.rows).toEqual([
    { title: "ARC Raiders", price_minor: 3284 },
    { title: "Battlefield™ 6", price_minor: expect.any(Number) },
    { title: "Europa Universalis V", price_minor: expect.any(Number) },
    { title: "Little Nightmares III", price_minor: expect.any(Number) },
  ]);
  const waiting = await pool.query(
    "select title from match_reviews where cardinality(candidates) > 0 and decision is null order by title",
  );
  expect(waiting.rows.map(({ title }) => title)).toContain("ARC Raiders Deluxe Edition PC");
});

test("errors of a feed do not contain the secrets of its address", async () => {
  const upstream = await startUpstream();
  upstream.respondWith((_, response) => void response.end("sku,cost\n1,9.99 USD\n"));
  const { host } = new URL(upstream.origin);
  const location = `http://ann:hidden@${host}/feed.csv?key=hidden`;
  const source = openFeed({ store: "cdkeys", market, location, client });
  const imported = importFeed(db, source, { now, signal: new AbortController().signal });
  await expect(imported).rejects.toThrow(`${upstream.origin}/feed.csv: no row of it has the column id`);
  await expect(imported).rejects.not.toThrow("hidden");
});
