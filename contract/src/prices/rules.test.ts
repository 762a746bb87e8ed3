import { expect, test } from "vitest";
import type { StoreKey } from "../stores/store-key.ts";
import { attainableLow, type PricePoint, priceTrend, timesAtOrBelow } from "./rules.ts";

const at = (day: number, origin: StoreKey, price: number | null) => ({
  recorded_at: `2026-01-${String(day).padStart(2, "0")}T00:00:00.000Z`,
  origin,
  price,
});

test.each([
  ["no record", [], null],
  ["one record", [at(1, "steam", 10)], null],
  ["a rise", [at(1, "steam", 10), at(2, "steam", 15)], { direction: "up", percentage: 50 }],
  ["a drop", [at(1, "steam", 30), at(2, "steam", 20)], { direction: "down", percentage: 33.3 }],
  [
    "other stores do not count",
    [at(1, "gog", 5), at(2, "steam", 20), at(3, "steam", 10)],
    { direction: "down", percentage: 50 },
  ],
  ["the latest store has one record", [at(1, "gog", 5), at(2, "gog", 6), at(3, "steam", 10)], null],
  ["the price returned to its start", [at(1, "steam", 10), at(2, "steam", 5), at(3, "steam", 10)], null],
  ["a drop to free", [at(1, "steam", 10), at(2, "steam", 0)], { direction: "down", percentage: 100 }],
  ["a free start has no percentage", [at(1, "steam", 0), at(2, "steam", 5)], null],
  [
    "records without a price are skipped",
    [at(1, "steam", 10), at(2, "steam", 5), at(3, "steam", null)],
    { direction: "down", percentage: 50 },
  ],
] as const)("trend of %s", (_, history, expected) => expect(priceTrend([...history])).toEqual(expected));

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const point = (on: number, store: StoreKey, price: number | null, regular: number | null = null): PricePoint => ({
  store,
  at: day(on),
  price,
  regular,
});

test.each<[string, PricePoint[], [price: number, store: StoreKey, times: number, sinceDay: number] | null]>([
  ["no record", [], null],
  ["only giveaways", [point(1, "steam", 0, 2000)], null],
  ["one price", [point(1, "steam", 2000, 2000)], [2000, "steam", 1, 1]],
  [
    "a sale that happened twice and is still running",
    [
      point(1, "steam", 2000, 2000),
      point(2, "steam", 500, 2000),
      point(3, "steam", 2000, 2000),
      point(4, "steam", 500, 2000),
    ],
    [500, "steam", 2, 1],
  ],
  [
    "a low before the regular price rose",
    [
      point(1, "steam", 300, 1000),
      point(2, "steam", 1000, 1000),
      point(3, "steam", 2000, 2000),
      point(4, "steam", 900, 2000),
    ],
    [900, "steam", 1, 3],
  ],
  [
    "a sale during which the regular price rose",
    [
      point(1, "steam", 1000, 1000),
      point(2, "steam", 500, 1000),
      point(3, "steam", 500, 2000),
      point(4, "steam", 2000, 2000),
    ],
    [500, "steam", 1, 3],
  ],
  [
    "a regular price that fell",
    [point(1, "steam", 900, 3000), point(2, "steam", 2000, 2000), point(3, "steam", 1500, 2000)],
    [900, "steam", 1, 1],
  ],
  [
    "a rise across a period without a regular price",
    [point(1, "gog", 500, 1000), point(2, "gog", null), point(3, "gog", 1500, 2000)],
    [1500, "gog", 1, 3],
  ],
  [
    "a pause in sales between two periods at the price",
    [point(1, "gog", 500, 1000), point(2, "gog", null), point(3, "gog", 500, 1000)],
    [500, "gog", 2, 1],
  ],
  [
    "one cent apart",
    [point(1, "steam", 1999, 3999), point(2, "steam", 3999, 3999), point(3, "steam", 1998, 3999)],
    [1998, "steam", 1, 1],
  ],
  [
    "a giveaway after the low",
    [point(1, "steam", 700, 2000), point(2, "steam", 0, 2000), point(3, "steam", 700, 2000)],
    [700, "steam", 2, 1],
  ],
  [
    "a key shop before Steam's list price rose",
    [
      point(1, "cdkeys", 200),
      point(2, "steam", 1000, 1000),
      point(3, "cdkeys", 800),
      point(4, "steam", 2000, 2000),
      point(5, "cdkeys", 900),
    ],
    [800, "cdkeys", 1, 4],
  ],
  [
    "each store by its own regular price",
    [point(1, "gog", 400, 1000), point(2, "steam", 300, 1000), point(3, "steam", 2000, 2000)],
    [400, "gog", 1, 1],
  ],
  ["equal lows", [point(1, "gog", 500, 900), point(2, "steam", 500, 900)], [500, "steam", 1, 2]],
])("the attainable low of %s (spec/prices 5.3)", (_, points, expected) => {
  const low = attainableLow(points, ["steam", "gog", "cdkeys", "other"]);
  expect(low && [low.price, low.store, low.times, low.since.getUTCDate()]).toEqual(expected);
});

test.each<[string, [number, string, number | null][], number]>([
  ["no history", [], 0],
  ["never there", [[1, "steam", 20]], 0],
  ["there from the start", [[1, "steam", 10]], 1],
  ["below", [[1, "steam", 9]], 1],
  [
    "there, away and there",
    [
      [1, "steam", 10],
      [2, "steam", 20],
      [3, "steam", 5],
    ],
    2,
  ],
  [
    "lower while there",
    [
      [1, "steam", 10],
      [2, "steam", 5],
    ],
    1,
  ],
  [
    "at two stores in turn",
    [
      [1, "steam", 10],
      [2, "gog", 9],
      [3, "steam", 20],
    ],
    1,
  ],
  [
    "sold no longer",
    [
      [1, "steam", 10],
      [2, "steam", null],
      [3, "steam", 10],
    ],
    2,
  ],
  [
    "sold no longer at one of two",
    [
      [1, "steam", 10],
      [1, "gog", 10],
      [2, "steam", null],
    ],
    1,
  ],
  [
    "moved to another store at once",
    [
      [1, "steam", 10],
      [2, "steam", 20],
      [2, "gog", 10],
    ],
    1,
  ],
])("times at 10 or less: %s", (_, records, times) => {
  const history = records.map(([day, origin, price]) => ({ recorded_at: `2026-01-0${day}`, origin, price }));
  expect(timesAtOrBelow(history, 10)).toBe(times);
});
