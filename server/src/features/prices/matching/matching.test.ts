import { beforeEach, describe, expect, test } from "vitest";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../../test/database.ts";
import { recordOffers } from "../offers/commands.ts";
import type { PriceSource, Refusal, SourceOffer } from "../sources/source.ts";
import { acceptMatch, rejectMatch, undoMatch } from "./commands-matches.ts";
import { type MatchedPage, type MatchOptions, readMatched } from "./matching.ts";
import { listMatches } from "./queries-matches.ts";
import { wasDecidedSince } from "./reviews.ts";

const { db, pool } = await createTestDatabase();
const now = new Date("2026-11-21T12:00:00Z");
const { signal } = new AbortController();

beforeEach(() => emptyTables(pool, ["games", "match_reviews", "staged_offers", "price_feeds"]));

/** In US dollars. */
type UsOffer = Omit<SourceOffer, "currency">;

/** A source that yields these pages. */
function sourceOf(pages: UsOffer[][], source: Partial<PriceSource> = {}): PriceSource {
  return {
    key: "gog",
    store: "gog",
    country: "US",
    exhaustive: true,
    atomic: false,
    async *read() {
      for (const [index, offers] of pages.entries()) {
        const items = offers.map((offer) => ({ ...offer, currency: "USD" }));
        yield { items, refusals: [], cursor: String(index), version: "v", unchanged: false };
      }
    },
    ...source,
  };
}

const feed = (...offers: UsOffer[]) => sourceOf([offers], { key: "cdkeys", store: "cdkeys", atomic: true });

async function readAll(source: PriceSource, options: Partial<MatchOptions> = {}) {
  const refusals: Refusal[] = [];
  const onRefusal = (refusal: Refusal) => void refusals.push(refusal);
  const pages: MatchedPage[] = await Array.fromAsync(readMatched(db, source, { now, signal, onRefusal, ...options }));
  const sum = (of: "seen" | "unmatched" | "refused") => pages.reduce((total, page) => total + page[of], 0);
  const observations = pages.flatMap((page) => page.observations);
  // without the fields that are the same for all of them
  const offers = observations.map(({ country, currency, ...offer }) => offer);
  return { observations, offers, refusals, seen: sum("seen"), unmatched: sum("unmatched"), refused: sum("refused") };
}

/** Reads the source and records its offers, like a poll. */
async function poll(source: PriceSource) {
  const { observations } = await readAll(source);
  return recordOffers(db, observations, { now, markSeen: true });
}

test.each<[title: string, open: string, refused: string | null]>([
  ["Sable Steam Key", "DE FR AT", null],
  ["Sable Steam Key GLOBAL", "DE FR AT", null],
  ["Sable Steam Key EUROPE", "DE FR AT", null],
  ["Sable (EU)", "DE FR SE", null],
  ["Sable Steam Key (DE)", "DE", null],
  ["Sable Steam Key GERMANY", "DE FR", "works in GERMANY only"],
  ["Sable Steam Key GERMANY", "FR", "works in GERMANY only"],
  ["Sable Steam Key FRANCE", "FR", null],
  ["Sable Steam Key FRANCE", "DE FR", "works in FRANCE only"],
  ["Sable [DACH]", "DE AT", null],
  ["Sable [DACH]", "DE AT FR", "works in DACH only"],
  ["Sable Steam Key GLOBAL (excl. FR)", "DE AT", null],
  ["Sable Steam Key GLOBAL (excl. FR)", "DE FR", "does not work in FR: GLOBAL, excl. FR"],
])("%s is sold in markets that share prices (%s) where it activates in all of them", async (title, open, refused) => {
  await addCatalogue(db, [{ title: "Sable" }]);
  await pool.query("update markets set enabled = country = any($1)", [open.split(" ")]);
  const source = sourceOf([[{ productId: "1", title, priceMinor: 999 }]], {
    key: "cdkeys-de",
    store: "cdkeys",
    country: "DE",
  });
  const { offers, refusals } = await readAll(source);
  await pool.query("update markets set enabled = country = 'US'");
  expect(refusals.map(({ message }) => message)).toEqual(refused === null ? [] : [expect.stringContaining(refused)]);
  expect(offers).toHaveLength(refused === null ? 1 : 0);
});

test("pages have their cursor, and the matched products as observations", async () => {
  const [sable] = await addCatalogue(db, [{ title: "Sable" }]);
  const pages = await Array.fromAsync(
    readMatched(
      db,
      sourceOf([
        [{ productId: "7", title: "Sable™", priceMinor: 999, regularMinor: 2499, link: "https://www.gog.com/sable" }],
        [{ productId: "8", title: "Unknown", priceMinor: 5 }],
      ]),
      { now, signal },
    ),
  );
  expect(pages).toEqual([
    {
      observations: [
        {
          gameId: sable,
          country: "US",
          store: "gog",
          currency: "USD",
          productId: "7",
          priceMinor: 999,
          regularMinor: 2499,
          link: "https://www.gog.com/sable",
        },
      ],
      ...{ seen: 1, unmatched: 0, refused: 0, cursor: "0", version: "v", unchanged: false },
    },
    { observations: [], seen: 1, unmatched: 1, refused: 0, cursor: "1", version: "v", unchanged: false },
  ]);
});

test("a product that was matched once is matched by its id, whatever its title later", async () => {
  const [sable] = await addCatalogue(db, [{ title: "Sable" }]);
  await poll(sourceOf([[{ productId: "7", title: "Sable", priceMinor: 999 }]]));
  const later = await readAll(sourceOf([[{ productId: "7", title: "Sable: Relaunched", priceMinor: 899 }]]));
  expect(later.offers).toEqual([{ gameId: sable, store: "gog", productId: "7", priceMinor: 899 }]);
});

test("a second product of the same title waits while the first is sold, and replaces it afterwards", async () => {
  const [sable] = await addCatalogue(db, [{ title: "Sable" }]);
  await poll(sourceOf([[{ productId: "7", title: "Sable", priceMinor: 999 }]]));
  const second = sourceOf([[{ productId: "8", title: "Sable", priceMinor: 499 }]]);
  expect(await readAll(second)).toMatchObject({ observations: [], unmatched: 1 });
  expect((await listMatches(db, { limit: 9 })).matches).toMatchObject([
    { product_id: "8", reason: "second_product", candidates: [{ id: sable }] },
  ]);
  await poll(sourceOf([[{ productId: "7", title: "Sable", priceMinor: null }]]));
  expect((await readAll(second)).observations).toMatchObject([{ gameId: sable, productId: "8" }]);
  expect((await listMatches(db, { limit: 9 })).total).toBe(0);
});

test("a missing price is only observed for a game that the store sold", async () => {
  const [sold] = await addCatalogue(db, [
    { title: "Sable", steamAppid: 1, offers: { steam: { priceMinor: 999 } } },
    { title: "Road 96", steamAppid: 2 },
  ]);
  const offers = [1, 2].flatMap((appid): UsOffer[] => [{ productId: String(appid), steamAppid: appid }]);
  const steam = (priceMinor?: null) =>
    sourceOf([offers.map((offer) => ({ ...offer, ...(priceMinor === null && { priceMinor }) }))], {
      key: "steam",
      store: "steam",
    });
  expect((await readAll(steam(null))).offers).toEqual([
    { gameId: sold, store: "steam", productId: "1", priceMinor: null },
  ]);
  expect((await readAll(steam())).offers).toEqual([{ gameId: sold, store: "steam", productId: "1" }]);
});

test("a giveaway is matched in addition to the store's product, and does not replace it", async () => {
  const [sable] = await addCatalogue(db, [{ title: "Sable" }]);
  await recordOffers(db, [{ gameId: sable!, store: "other", priceMinor: 1999, productId: "x1" }], { now });
  const endsAt = new Date("2026-11-28T16:00:00Z");
  const epic = sourceOf([[{ productId: "epic:1", title: "Sable", priceMinor: 0, startsAt: now, endsAt }]], {
    key: "epic",
    store: "other",
  });
  expect((await readAll(epic)).offers).toEqual([{ gameId: sable, store: "other", priceMinor: 0, endsAt }]);
});

test("a title alone is not enough for a price under 20 % of the others", async () => {
  const [sable, road] = await addCatalogue(db, [
    { title: "Sable", steamAppid: 1, offers: { steam: { priceMinor: 2499 }, gog: { priceMinor: 1999 } } },
    { title: "Road 96", offers: { steam: { priceMinor: 0 } } },
  ]);
  const readSable = async (offer: Partial<UsOffer>) => {
    const sold = { productId: "a", title: "Sable Steam Key", priceMinor: 399, ...offer };
    return (await readAll(feed(sold, { productId: "b", title: "Road 96", priceMinor: 1 }))).offers;
  };
  expect(await readSable({ priceMinor: 399 })).toMatchObject([{ gameId: road }]);
  expect((await listMatches(db, { limit: 9 })).matches).toMatchObject([
    { product_id: "a", reason: "low_price", candidates: [{ id: sable }] },
  ]);
  expect(await readSable({ priceMinor: 400 })).toMatchObject([{ gameId: sable }, { gameId: road }]);
  expect(await readSable({ priceMinor: 5, steamAppid: 1 })).toMatchObject([{ gameId: sable }, { gameId: road }]);
  const endsAt = new Date("2026-11-28T16:00:00Z");
  expect(await readSable({ priceMinor: 0, startsAt: now, endsAt })).toMatchObject([
    { gameId: sable },
    { gameId: road },
  ]);
});

test("titles that another game has with a year, an edition or a subtitle are found in the catalogue", async () => {
  const [remake, original] = await addCatalogue(db, [
    { title: "Resident Evil 4", releaseDate: "2023-03-24" },
    { title: "Resident Evil 4 (2005)", releaseDate: "2014-02-27" },
    { title: "Resident Evil 4: Soundtrack", type: "soundtrack" },
    { title: "Resident Evil 40" },
  ]);
  const title = "Resident Evil 4 Steam CD Key";
  expect((await readAll(feed({ productId: "a", title, priceMinor: 399 }))).offers).toEqual([]);
  const { matches } = await listMatches(db, { limit: 9 });
  expect(matches).toMatchObject([{ reason: "several_games", candidates: [{ id: remake }, { id: original }] }]);
  const dated = await readAll(feed({ productId: "a", title, priceMinor: 399, releaseYear: 2023 }));
  expect(dated.offers).toMatchObject([{ gameId: remake }]);
});

describe("an atomic feed", () => {
  test("yields the best of several products of one game: in stock, then cheapest", async () => {
    const [sable, road] = await addCatalogue(db, [{ title: "Sable" }, { title: "Road 96" }]);
    const { observations, offers, refusals, ...counts } = await readAll(
      feed(
        { productId: "a", title: "Sable PC", priceMinor: 300, inStock: false },
        { productId: "b", title: "Sable Steam Key GLOBAL", priceMinor: 500, inStock: true },
        { productId: "c", title: "Sable", priceMinor: 700 },
        { productId: "d", title: "Sable Xbox", priceMinor: 100 },
        { productId: "e", title: "Road 96", priceMinor: 800, inStock: null },
        { productId: "f", title: "Halo", priceMinor: 1 },
      ),
    );
    expect(offers).toEqual([
      { gameId: sable, store: "cdkeys", productId: "b", priceMinor: 500, inStock: true, activatesIn: ["GLOBAL"] },
      { gameId: road, store: "cdkeys", productId: "e", priceMinor: 800, inStock: null },
    ]);
    expect(refusals).toEqual([{ what: "Sable Xbox", reason: "platform", message: "is for Xbox" }]);
    expect(counts).toEqual({ seen: 6, unmatched: 1, refused: 1 });
    expect((await pool.query("select from staged_offers")).rowCount).toBe(0);
  });

  test("with a repeated product uses the last row", async () => {
    const [sable] = await addCatalogue(db, [{ title: "Sable" }]);
    const { offers, refusals } = await readAll(
      feed(
        { productId: "a", title: "Sable", priceMinor: 300, line: 2 },
        { productId: "a", title: "Sable", priceMinor: 500, line: 3 },
      ),
    );
    expect(offers).toEqual([{ gameId: sable, store: "cdkeys", productId: "a", priceMinor: 500 }]);
    expect(refusals).toMatchObject([{ what: "line 2", reason: "repeated" }]);
  });

  test("that has lost more than 30% of its rows is refused, until that is accepted", async () => {
    const products = (count: number) =>
      feed(
        ...Array.from({ length: count }, (_, index) => ({
          productId: String(index),
          title: `Game ${index}`,
          priceMinor: 5,
        })),
      );
    await readAll(products(10));
    await readAll(products(7));
    await expect(readAll(products(4))).rejects.toMatchObject({
      reason: "invalid",
      message: "the feed has 4 good rows where it had 7: it has lost more than 30%",
    });
    await readAll(products(4), { acceptLoss: true });
    await readAll(products(3));
    await expect(readAll(feed())).rejects.toMatchObject({ reason: "invalid", message: "the feed has no valid row" });
    expect((await pool.query("select from staged_offers")).rowCount).toBe(0);
  });

  test("that breaks off yields nothing", async () => {
    await addCatalogue(db, [{ title: "Sable" }]);
    const broken = feed({ productId: "a", title: "Sable", priceMinor: 300 });
    const { read } = broken;
    const source: PriceSource = {
      ...broken,
      async *read(options) {
        yield* read(options);
        throw new Error("cut off");
      },
    };
    const pages: MatchedPage[] = [];
    const reading = async () => {
      for await (const page of readMatched(db, source, { now, signal })) pages.push(page);
    };
    await expect(reading()).rejects.toThrow("cut off");
    expect(pages).toEqual([]);
    expect((await pool.query("select from staged_offers")).rowCount).toBe(0);
  });

  test("with thousands of products yields pages, each game once", async () => {
    const titles = Array.from({ length: 2_500 }, (_, index) => ({ title: `Game ${index}` }));
    const ids = await addCatalogue(db, titles);
    const offers = titles.map(({ title }, index) => ({ productId: `p${index}`, title, priceMinor: index }));
    const pages = await Array.fromAsync(readMatched(db, feed(...offers), { now, signal }));
    expect(pages.map(({ observations, seen }) => [observations.length, seen])).toEqual([
      [1000, 2500],
      [1000, 0],
      [500, 0],
      [0, 0],
    ]);
    expect(new Set(pages.flatMap((page) => page.observations.map(({ gameId }) => gameId)))).toEqual(new Set(ids));
  });
});

describe("the review list", () => {
  const offer = { productId: "a", title: "Dark Souls III Deluxe Edition", priceMinor: 300 };
  const later = new Date("2026-11-22T12:00:00Z");

  test("has waiting products, how often they were seen, and decisions", async () => {
    const [souls, other] = await addCatalogue(db, [{ title: "DARK SOULS™ III" }, { title: "Sable" }]);
    await readAll(feed(offer));
    await readAll(feed(offer), { now: later });
    const { matches, total } = await listMatches(db, { store: "cdkeys", limit: 9 });
    expect({ matches, total }).toEqual({
      total: 1,
      matches: [
        {
          id: expect.any(Number),
          store: "cdkeys",
          product_id: "a",
          title: "Dark Souls III Deluxe Edition",
          link: null,
          price: 3,
          currency: "USD",
          candidates: [expect.objectContaining({ id: souls, title: "DARK SOULS™ III", steam_price: null })],
          reason: "edition",
          seen_count: 2,
          last_seen_at: later.toISOString(),
          proposal: null,
          decision: null,
          game: null,
          is_new_game: false,
          decided_at: null,
          decided_by: null,
        },
      ],
    });
    expect((await listMatches(db, { store: "gog", limit: 9 })).total).toBe(0);
    const { id } = matches[0]!;

    await rejectMatch(db, null, id, later);
    expect(await readAll(feed(offer))).toMatchObject({ observations: [], unmatched: 1 });
    expect((await listMatches(db, { limit: 9 })).total).toBe(0);

    await undoMatch(db, null, id, {}, later);
    await acceptMatch(db, null, id, other!, later);
    expect((await readAll(feed(offer))).observations).toMatchObject([{ gameId: other, productId: "a" }]);
    expect((await listMatches(db, { state: "decided", limit: 9 })).matches).toMatchObject([
      { id, decision: "accepted", game: { id: other } },
    ]);
    expect(await wasDecidedSince(db, "cdkeys", later)).toBe(true);
    expect(await wasDecidedSince(db, "cdkeys", new Date(later.getTime() + 1))).toBe(false);
    expect(await wasDecidedSince(db, "gog", later)).toBe(false);
  });

  test("drops a product that is matched now", async () => {
    await readAll(feed({ productId: "a", title: "Sable", priceMinor: 5 }));
    expect((await listMatches(db, { limit: 9 })).matches).toMatchObject([{ candidates: [] }]);
    await addCatalogue(db, [{ title: "Sable" }]);
    await readAll(feed({ productId: "a", title: "Sable", priceMinor: 5 }));
    expect((await listMatches(db, { limit: 9 })).total).toBe(0);
  });

  test("refuses decisions about unknown games and products", async () => {
    const [sable] = await addCatalogue(db, [{ title: "Sable" }]);
    await expect(acceptMatch(db, null, 99, sable!, now)).rejects.toMatchObject({ code: "not_found" });
    await expect(acceptMatch(db, null, 99, 12345, now)).rejects.toThrow("There is no game 12345");
    await expect(rejectMatch(db, null, 99, now)).rejects.toThrow("There is no match 99 to review");
  });
});
