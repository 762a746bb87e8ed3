import { beforeEach, describe, expect, test } from "vitest";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { recordOffers } from "../offers/commands.ts";
import type { PriceSource, Refusal, SourceOffer } from "../sources/source.ts";
import { type MatchedPage, type MatchOptions, readMatched } from "./matching.ts";
import { acceptReview, listReviews, rejectReview, wasDecidedSince } from "./reviews.ts";

const { db, pool } = await createTestDatabase();
const now = new Date("2026-11-21T12:00:00Z");
const { signal } = new AbortController();

beforeEach(() => pool.query("truncate games, match_reviews, staged_offers, price_feeds restart identity cascade"));

/** A source that says just this, page by page. */
function saying(pages: SourceOffer[][], source: Partial<PriceSource> = {}): PriceSource {
  return {
    key: "gog",
    store: "gog",
    exhaustive: true,
    atomic: false,
    async *read() {
      for (const [index, items] of pages.entries()) {
        yield { items, refusals: [], cursor: String(index), version: "v", unchanged: false };
      }
    },
    ...source,
  };
}

const feed = (...offers: SourceOffer[]) => saying([offers], { key: "cdkeys", store: "cdkeys", atomic: true });

async function readAll(source: PriceSource, options: Partial<MatchOptions> = {}) {
  const refusals: Refusal[] = [];
  const onRefusal = (refusal: Refusal) => void refusals.push(refusal);
  const pages: MatchedPage[] = await Array.fromAsync(readMatched(db, source, { now, signal, onRefusal, ...options }));
  const sum = (of: "seen" | "unmatched" | "refused") => pages.reduce((total, page) => total + page[of], 0);
  const observations = pages.flatMap((page) => page.observations);
  return { observations, refusals, seen: sum("seen"), unmatched: sum("unmatched"), refused: sum("refused") };
}

/** Reads the source and keeps what it says, as a poll does. */
async function poll(source: PriceSource) {
  const { observations } = await readAll(source);
  return recordOffers(db, observations, { now, markSeen: true });
}

test("pages keep where to go on; what was found is told in our terms", async () => {
  const [sable] = await addCatalogue(db, [{ title: "Sable" }]);
  const pages = await Array.fromAsync(
    readMatched(
      db,
      saying([
        [{ productId: "7", title: "Sable™", priceCents: 999, regularCents: 2499, link: "https://www.gog.com/sable" }],
        [{ productId: "8", title: "Unknown", priceCents: 5 }],
      ]),
      { now, signal },
    ),
  );
  expect(pages).toEqual([
    {
      observations: [
        {
          gameId: sable,
          store: "gog",
          productId: "7",
          priceCents: 999,
          regularCents: 2499,
          link: "https://www.gog.com/sable",
        },
      ],
      ...{ seen: 1, unmatched: 0, refused: 0, cursor: "0", version: "v", unchanged: false },
    },
    { observations: [], seen: 1, unmatched: 1, refused: 0, cursor: "1", version: "v", unchanged: false },
  ]);
});

test("a product once found is known by its id, whatever it is called later", async () => {
  const [sable] = await addCatalogue(db, [{ title: "Sable" }]);
  await poll(saying([[{ productId: "7", title: "Sable", priceCents: 999 }]]));
  const later = await readAll(saying([[{ productId: "7", title: "Sable: Relaunched", priceCents: 899 }]]));
  expect(later.observations).toEqual([{ gameId: sable, store: "gog", productId: "7", priceCents: 899 }]);
});

test("a second product of the same title waits while the first is sold, and takes its place after", async () => {
  const [sable] = await addCatalogue(db, [{ title: "Sable" }]);
  await poll(saying([[{ productId: "7", title: "Sable", priceCents: 999 }]]));
  const rival = saying([[{ productId: "8", title: "Sable", priceCents: 499 }]]);
  expect(await readAll(rival)).toMatchObject({ observations: [], unmatched: 1 });
  expect((await listReviews(db, { limit: 9 })).reviews).toMatchObject([
    { productId: "8", candidates: [{ id: sable }] },
  ]);
  await poll(saying([[{ productId: "7", title: "Sable", priceCents: null }]]));
  expect((await readAll(rival)).observations).toMatchObject([{ gameId: sable, productId: "8" }]);
  expect((await listReviews(db, { limit: 9 })).total).toBe(0);
});

test("what a store does not sell, or names no price for, is news only of what it sold", async () => {
  const [sold] = await addCatalogue(db, [
    { title: "Sable", steamAppid: 1, offers: { steam: { priceCents: 999 } } },
    { title: "Road 96", steamAppid: 2 },
  ]);
  const offers = [1, 2].flatMap((appid): SourceOffer[] => [{ productId: String(appid), steamAppid: appid }]);
  const steam = (priceCents?: null) =>
    saying([offers.map((offer) => ({ ...offer, ...(priceCents === null && { priceCents }) }))], {
      key: "steam",
      store: "steam",
    });
  expect((await readAll(steam(null))).observations).toEqual([
    { gameId: sold, store: "steam", productId: "1", priceCents: null },
  ]);
  expect((await readAll(steam())).observations).toEqual([{ gameId: sold, store: "steam", productId: "1" }]);
});

test("a giveaway is found beside the product that the store sells, and does not stand for it", async () => {
  const [sable] = await addCatalogue(db, [{ title: "Sable" }]);
  await recordOffers(db, [{ gameId: sable!, store: "other", priceCents: 1999, productId: "x1" }], { now });
  const endsAt = new Date("2026-11-28T16:00:00Z");
  const epic = saying([[{ productId: "epic:1", title: "Sable", priceCents: 0, startsAt: now, endsAt }]], {
    key: "epic",
    store: "other",
  });
  expect((await readAll(epic)).observations).toEqual([{ gameId: sable, store: "other", priceCents: 0, endsAt }]);
});

describe("a feed that is read to its end first", () => {
  test("the best of several products that are one game is chosen: in stock, then cheapest", async () => {
    const [sable, road] = await addCatalogue(db, [{ title: "Sable" }, { title: "Road 96" }]);
    const { observations, refusals, ...counts } = await readAll(
      feed(
        { productId: "a", title: "Sable PC", priceCents: 300, inStock: false },
        { productId: "b", title: "Sable Steam Key GLOBAL", priceCents: 500, inStock: true },
        { productId: "c", title: "Sable", priceCents: 700 },
        { productId: "d", title: "Sable Xbox", priceCents: 100 },
        { productId: "e", title: "Road 96", priceCents: 800, inStock: null },
        { productId: "f", title: "Halo", priceCents: 1 },
      ),
    );
    expect(observations).toEqual([
      { gameId: sable, store: "cdkeys", productId: "b", priceCents: 500, inStock: true },
      { gameId: road, store: "cdkeys", productId: "e", priceCents: 800, inStock: null },
    ]);
    expect(refusals).toEqual([{ what: "Sable Xbox", reason: "platform", message: "is for Xbox" }]);
    expect(counts).toEqual({ seen: 6, unmatched: 1, refused: 1 });
    expect((await pool.query("select from staged_offers")).rowCount).toBe(0);
  });

  test("of a product that stands in it twice the last row counts", async () => {
    const [sable] = await addCatalogue(db, [{ title: "Sable" }]);
    const { observations, refusals } = await readAll(
      feed(
        { productId: "a", title: "Sable", priceCents: 300, line: 2 },
        { productId: "a", title: "Sable", priceCents: 500, line: 3 },
      ),
    );
    expect(observations).toEqual([{ gameId: sable, store: "cdkeys", productId: "a", priceCents: 500 }]);
    expect(refusals).toMatchObject([{ what: "line 2", reason: "repeated" }]);
  });

  test("one that has lost more than 30 % of its rows is broken, until that is accepted", async () => {
    const products = (count: number) =>
      feed(
        ...Array.from({ length: count }, (_, index) => ({
          productId: String(index),
          title: `Game ${index}`,
          priceCents: 5,
        })),
      );
    await readAll(products(10));
    await readAll(products(7));
    await expect(readAll(products(4))).rejects.toMatchObject({
      reason: "invalid",
      message: "the feed has 4 good rows where it had 7: it has lost more than 30 %",
    });
    await readAll(products(4), { acceptLoss: true });
    await readAll(products(3));
    await expect(readAll(feed())).rejects.toMatchObject({ reason: "invalid", message: "the feed has no good row" });
    expect((await pool.query("select from staged_offers")).rowCount).toBe(0);
  });

  test("one that breaks off says nothing", async () => {
    await addCatalogue(db, [{ title: "Sable" }]);
    const broken = feed({ productId: "a", title: "Sable", priceCents: 300 });
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

  test("thousands of products come in pages, each game once", async () => {
    const titles = Array.from({ length: 2_500 }, (_, index) => ({ title: `Game ${index}` }));
    const ids = await addCatalogue(db, titles);
    const offers = titles.map(({ title }, index) => ({ productId: `p${index}`, title, priceCents: index }));
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
  const offer = { productId: "a", title: "Dark Souls III Deluxe Edition", priceCents: 300 };
  const later = new Date("2026-11-22T12:00:00Z");

  test("remembers what waits and how often it was seen, and what was decided", async () => {
    const [souls, other] = await addCatalogue(db, [{ title: "DARK SOULS™ III" }, { title: "Sable" }]);
    await readAll(feed(offer));
    await readAll(feed(offer), { now: later });
    const { reviews, total } = await listReviews(db, { store: "cdkeys", limit: 9 });
    expect({ reviews, total }).toEqual({
      total: 1,
      reviews: [
        {
          id: expect.any(Number),
          store: "cdkeys",
          productId: "a",
          title: "Dark Souls III Deluxe Edition",
          candidates: [{ id: souls, title: "DARK SOULS™ III" }],
          seenCount: 2,
          decision: null,
          gameId: null,
        },
      ],
    });
    expect((await listReviews(db, { store: "gog", limit: 9 })).total).toBe(0);
    const { id } = reviews[0]!;

    await rejectReview(db, id, later);
    expect(await readAll(feed(offer))).toMatchObject({ observations: [], unmatched: 1 });
    expect((await listReviews(db, { limit: 9 })).total).toBe(0);

    await acceptReview(db, id, other!, later);
    expect((await readAll(feed(offer))).observations).toMatchObject([{ gameId: other, productId: "a" }]);
    expect((await listReviews(db, { decided: true, limit: 9 })).reviews).toMatchObject([
      { id, decision: "accepted", gameId: other },
    ]);
    expect(await wasDecidedSince(db, "cdkeys", later)).toBe(true);
    expect(await wasDecidedSince(db, "cdkeys", new Date(later.getTime() + 1))).toBe(false);
    expect(await wasDecidedSince(db, "gog", later)).toBe(false);
  });

  test("a product that has become certain leaves it", async () => {
    await readAll(feed({ productId: "a", title: "Sable", priceCents: 5 }));
    expect((await listReviews(db, { limit: 9 })).reviews).toMatchObject([{ candidates: [] }]);
    await addCatalogue(db, [{ title: "Sable" }]);
    await readAll(feed({ productId: "a", title: "Sable", priceCents: 5 }));
    expect((await listReviews(db, { limit: 9 })).total).toBe(0);
  });

  test("decides about games and products that there are", async () => {
    const [sable] = await addCatalogue(db, [{ title: "Sable" }]);
    await expect(acceptReview(db, 99, sable!, now)).rejects.toMatchObject({ code: "not_found" });
    await expect(acceptReview(db, 99, 12345, now)).rejects.toThrow("There is no game 12345");
    await expect(rejectReview(db, 99, now)).rejects.toThrow("There is no match 99 to review");
  });
});
