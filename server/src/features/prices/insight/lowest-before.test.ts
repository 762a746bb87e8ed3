import type { PricePoint } from "contract/prices/rules.ts";
import { expect, test } from "vitest";
import { lowestBefore } from "./insight.ts";

const now = new Date("2026-11-20T12:00:00Z");

/** A price of a store since some days ago. */
const since = (days: number, store: string, price: number | null, regular: number | null = null): PricePoint => ({
  store,
  at: new Date(now.getTime() - days * 86_400_000),
  price,
  regular,
});

const steam = (price: number) => ({ price, store: "steam" });

test.each<[string, PricePoint[], ReturnType<typeof lowestBefore>]>([
  ["the price before the reduction", [since(100, "steam", 2_000), since(5, "steam", 1_000)], steam(2_000)],
  [
    "a price in force at the beginning of the window",
    [since(100, "steam", 1_500), since(30, "steam", 2_000), since(5, "steam", 1_000)],
    steam(1_500),
  ],
  [
    "not a sale that ended more than 30 days before",
    [since(100, "steam", 900), since(36, "steam", 2_000), since(5, "steam", 1_000)],
    steam(2_000),
  ],
  [
    "a shorter sale within the window",
    [since(100, "steam", 2_000), since(20, "steam", 800), since(18, "steam", 2_000), since(5, "steam", 1_000)],
    steam(800),
  ],
  [
    "another official store",
    [since(100, "steam", 2_000), since(99, "gog", 1_700), since(5, "steam", 1_000)],
    { price: 1_700, store: "gog" },
  ],
  [
    "no key shop, though the best price is at one",
    [since(100, "steam", 2_000), since(90, "cdkeys", 900), since(5, "cdkeys", 700)],
    steam(2_000),
  ],
  [
    "no giveaway",
    [since(100, "steam", 2_000), since(20, "steam", 0), since(18, "steam", 2_000), since(5, "steam", 1_000)],
    steam(2_000),
  ],
  [
    "a price that only its regular price changed since is one price",
    [since(100, "steam", 2_000), since(8, "steam", 1_000, 2_000), since(5, "steam", 1_000, 1_900)],
    steam(2_000),
  ],
  [
    "the price before, if another store takes over at the same price",
    [since(100, "steam", 2_000), since(8, "gog", 1_000), since(5, "steam", 1_000)],
    steam(2_000),
  ],
  [
    "of equal prices the first store's",
    [since(100, "gog", 2_000), since(90, "steam", 2_000), since(5, "gog", 1_000)],
    steam(2_000),
  ],
  ["nothing, for a price that never changed", [since(100, "steam", 2_000)], null],
  ["nothing, if no official store sold it before", [since(100, "cdkeys", 900), since(5, "steam", 700)], null],
  ["nothing, if it is not sold now", [since(100, "steam", 2_000), since(5, "steam", null)], null],
  ["nothing without a history", [], null],
  [
    "the price of a store that has stopped selling it since",
    [since(100, "steam", 2_000), since(60, "gog", 1_200), since(10, "gog", null), since(5, "steam", 1_000)],
    { price: 1_200, store: "gog" },
  ],
])("the lowest price of the last 30 days is %s (spec/prices 5.4)", (_, points, expected) => {
  const stores = { shown: ["steam", "gog", "cdkeys"], official: ["steam", "gog"], now };
  expect(lowestBefore(points, stores)).toEqual(expected);
});
