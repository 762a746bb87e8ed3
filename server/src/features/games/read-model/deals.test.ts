import type { DealSection } from "contract/games/deals.ts";
import type { GameFilters } from "contract/games/filters.ts";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { addCatalogue, type TestGame } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { us } from "../../../test/markets.ts";
import { type OfferObservation, recordOffers } from "../../prices/offers/commands.ts";
import { startGameIndex } from "./game-index.ts";

const { db, url } = await createTestDatabase();
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const now = Date.parse("2026-06-01T12:00:00Z");
const at = (days: number) => new Date(now - days * dayMs);

const titles: string[] = [];
const ids: number[] = [];

/** Adds a game that Steam sold at 20 dollars, then at other prices: days ago, cents. */
async function add(
  title: string,
  prices: [days: number, offer: Partial<OfferObservation>][],
  game?: Partial<TestGame>,
) {
  const [first, ...later] = prices;
  const offers = { steam: { priceMinor: 2_000, regularMinor: 2_000, ...first![1] } };
  const [gameId] = await addCatalogue(db, [{ title, ...game, offers }], at(first![0]));
  for (const [days, offer] of later) {
    await recordOffers(db, [{ gameId: gameId!, store: "steam", ...offer }], { now: at(days) });
  }
  titles.push(title);
  ids.push(gameId!);
}

await add("Steady", [[100, {}]]);
await add("Long on sale", [
  [100, { priceMinor: 900 }],
  [60, { priceMinor: 2_000 }],
  [40, { priceMinor: 1_000 }],
]);
await add(
  "Popular sale",
  [
    [100, {}],
    [40, { priceMinor: 500 }],
  ],
  { rating: 9, playerCount: 50_000 },
);
await add("New low", [
  [100, {}],
  [13, { priceMinor: 1_900 }],
]);
await add("Without a regular price", [
  [100, { regularMinor: null }],
  [3, { priceMinor: 1_500, regularMinor: null }],
]);
await add("Unsold low", [
  [100, {}],
  [9, { priceMinor: 500 }],
  [2, { priceMinor: 1_000 }],
]);
await add("Dropped", [
  [100, { priceMinor: 500 }],
  [50, { priceMinor: 2_000 }],
  [0.5, { priceMinor: 800 }],
]);
await add("Young", [
  [10, {}],
  [1.5, { priceMinor: 200 }],
]);
await add("Given away", [
  [100, {}],
  [3, { priceMinor: 0, endsAt: new Date(now + 2 * dayMs) }],
]);
await add("Given away until tonight", [
  [100, {}],
  [3, { priceMinor: 0, endsAt: new Date(now + hourMs) }],
]);
await add(
  "Explicit",
  [
    [100, {}],
    [0.5, { priceMinor: 100 }],
  ],
  { tags: "Hentai" },
);
await add("Unpriced", [[100, { priceMinor: null, regularMinor: null }]]);

const gameIndex = await startGameIndex({
  db,
  connection: { connectionString: url },
  log: pino({ level: "silent" }),
});
afterAll(() => gameIndex.close());

function find(section: DealSection, filters: GameFilters = {}, later = 0) {
  const query = { ...filters, showExplicit: false, section, now: now + later, offset: 0, limit: 100 };
  const { deals, total } = gameIndex.findDeals(us, query);
  expect(total).toBe(deals.length);
  return deals.map(({ id, score }) => ({ title: titles[ids.indexOf(id)]!, score }));
}

const titlesIn = (section: DealSection, filters: GameFilters = {}, later = 0) =>
  find(section, filters, later).map(({ title }) => title);

test("the best deals are sorted by score and have at least two weeks of history", () => {
  const best = find("best");
  expect(best.map(({ title }) => title).sort()).toEqual(
    [
      "Popular sale",
      "Long on sale",
      "New low",
      "Unsold low",
      "Dropped",
      "Given away",
      "Given away until tonight",
    ].sort(),
  );
  const scores = best.map(({ score }) => score!);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(best[0]).toEqual({ title: "Popular sale", score: 86.1 });
});

test("new lows are current, reduced, younger than two weeks, and have a month of history", () => {
  expect(titlesIn("lows")).toEqual(["New low"]);
  expect(titlesIn("lows", {}, 2 * dayMs)).toEqual([]);
});

test("the biggest discounts come first, and games without one are left out", () => {
  const cuts = titlesIn("cuts");
  expect(cuts.slice(0, 2).sort()).toEqual(["Given away", "Given away until tonight"]);
  expect(cuts.slice(2)).toEqual(["Young", "Popular sale", "Dropped", "Long on sale", "Unsold low", "New low"]);
});

test("a price that fell in the last 24 hours leaves the section as time passes", () => {
  expect(titlesIn("dropped")).toEqual(["Dropped"]);
  expect(titlesIn("dropped", {}, 11 * hourMs)).toEqual(["Dropped"]);
  expect(titlesIn("dropped", {}, 13 * hourMs)).toEqual([]);
});

test("offers that end first come first, until they have ended", () => {
  expect(titlesIn("ending")).toEqual(["Given away until tonight", "Given away"]);
  expect(titlesIn("ending", {}, 2 * hourMs)).toEqual(["Given away"]);
  expect(titlesIn("ending", {}, 3 * dayMs)).toEqual([]);
});

test("filters apply to sections, and a page has the total of the section", () => {
  expect(titlesIn("cuts", { max_price: 2.5, min_cut: 80 }).sort()).toEqual([
    "Given away",
    "Given away until tonight",
    "Young",
  ]);
  expect(titlesIn("best", { min_rating: 8 })).toEqual(["Popular sale"]);
  const part = gameIndex.findDeals(us, { section: "cuts", now, offset: 3, limit: 2, showExplicit: false });
  expect(part.deals.map(({ id }) => titles[ids.indexOf(id)])).toEqual(["Popular sale", "Dropped"]);
  expect(part.total).toBe(8);
  expect(part.hiddenExplicit).toBe(1);
});

test("a changed price updates the sections immediately", async () => {
  const gameId = ids[titles.indexOf("Steady")]!;
  await recordOffers(db, [{ gameId, store: "steam", priceMinor: 100 }], { now: new Date(now) });
  await gameIndex.handleChange([gameId]);
  expect(titlesIn("dropped")).toEqual(["Steady", "Dropped"]);
  expect(titlesIn("lows")).toEqual(["Steady", "New low"]);
});

test("new lows of official stores come before those of key shops, and not at a shop first seen today", async () => {
  const sell = async (title: string, store: string, days: number) => {
    const [gameId = 0] = await addCatalogue(db, [{ title, offers: { steam: { priceMinor: 2_000 } } }], at(100));
    await recordOffers(db, [{ gameId, store: "cdkeys", priceMinor: 1_900 }], { now: at(90) });
    await recordOffers(db, [{ gameId, store, priceMinor: 500 }], { now: at(days) });
    titles.push(title);
    ids.push(gameId);
    return gameId;
  };
  const added = [
    await sell("Lately at a key shop", "cdkeys", 0.1),
    await sell("At an official store", "gog", 5),
    await sell("First seen today", "other", 0.2),
    await sell("Earlier at a key shop", "cdkeys", 2),
  ];
  // a second price of a store that has been dearer
  await recordOffers(db, [{ gameId: added[1]!, store: "gog", priceMinor: 450 }], { now: at(4) });
  await gameIndex.handleChange(added);
  const found = titlesIn("lows").filter((title) => added.includes(ids[titles.indexOf(title)]!));
  expect(found).toEqual(["At an official store", "Lately at a key shop", "Earlier at a key shop"]);
});

test("the order does not depend on the moment of the request, so pages fit together", async () => {
  const many = await addCatalogue(
    db,
    Array.from({ length: 40 }, (_, n) => ({
      title: `Many ${n}`,
      offers: { steam: { priceMinor: 2_000, regularMinor: 2_000 } },
    })),
    at(100),
  );
  for (const [n, gameId] of many.entries()) {
    const seen = new Date(now - hourMs - ((n * 7) % 40) * 330);
    const endsAt = new Date(now + dayMs + ((n * 7) % 40) * 330);
    const offer = n % 2 ? { priceMinor: 1_000 } : { priceMinor: 0, endsAt };
    await recordOffers(db, [{ gameId, store: "steam", ...offer }], { now: seen });
  }
  await gameIndex.handleChange(many);
  for (const section of ["lows", "dropped", "ending"] as const) {
    const all = { section, showExplicit: false, offset: 0, limit: 100 };
    const whole = (later: number) => gameIndex.findDeals(us, { ...all, now: now + later }).deals.map(({ id }) => id);
    const first = whole(0);
    expect(first.length).toBeGreaterThanOrEqual(20);
    for (const later of [1, 100, 330, 500, 999]) expect(whole(later)).toEqual(first);
    const pages = [0, 7, 14, 21, 28, 35, 42, 49].flatMap((offset, n) => {
      const query = { ...all, now: now + n * 137, offset, limit: 7 };
      return gameIndex.findDeals(us, query).deals.map(({ id }) => id);
    });
    expect(pages).toEqual(first);
  }
});
