import { describe, expect, test } from "vitest";
import {
  bestPrice,
  cheapestInStock,
  discountBadge,
  formatPlayerCount,
  isExplicit,
  ratingFromReviews,
  ratingLevel,
  type StorePrices,
  savingsPercentage,
  titleKey,
} from "./rules.ts";

const none: StorePrices = { steam: null, gog: null, cdkeys: null, other: null };

describe("best price (spec/prices 3.1)", () => {
  test.each([
    [none, null],
    [
      { ...none, steam: 20, cdkeys: 10 },
      { price: 10, store: "cdkeys" },
    ],
    [
      { steam: 10, gog: 10, cdkeys: 10, other: 10 },
      { price: 10, store: "steam" },
    ],
    [
      { ...none, gog: 10, cdkeys: 10, other: 10 },
      { price: 10, store: "gog" },
    ],
    [
      { ...none, cdkeys: 10, other: 10 },
      { price: 10, store: "cdkeys" },
    ],
    [
      { ...none, steam: 5, other: 0 },
      { price: 0, store: "other" },
    ],
  ])("of %j is %j", (prices, expected) => expect(bestPrice(prices)).toEqual(expected));

  test("stores out of stock are skipped if stock matters", () => {
    const prices = { ...none, steam: 20, cdkeys: 10 };
    expect(cheapestInStock(prices, false)).toEqual({ price: 20, store: "steam" });
    expect(cheapestInStock(prices, true)).toEqual({ price: 10, store: "cdkeys" });
    expect(cheapestInStock(prices, null)).toEqual({ price: 10, store: "cdkeys" });
  });
});

test.each([
  [20, 10, 50],
  [59.99, 39.99, 33.3],
  [10, 10, null],
  [0, 0, null],
  [null, 5, null],
  [10, null, null],
  [10, 0, 100],
])("savings of steam %s against %s are %s (spec/prices 3.3)", (steam, best, expected) => {
  expect(savingsPercentage(steam, best)).toBe(expected);
});

test.each([
  [33.3, "gog", "-33%"],
  [33.3, "steam", null],
  [0.4, "gog", null],
  [null, "gog", null],
] as const)("badge for %s at %s is %s (spec/prices 3.3)", (savings, store, expected) => {
  expect(discountBadge(savings, store)).toBe(expected);
});

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1K"],
  [15_500, "15.5K"],
  [999_949, "999.9K"],
  [999_950, "1.0M"],
  [1_234_567, "1.2M"],
  [null, "N/A"],
])("player count %s is shown as %s (spec/games 1.4)", (count, expected) => {
  expect(formatPlayerCount(count)).toBe(expected);
});

test.each([
  [9, "great"],
  [8.9, "good"],
  [8, "good"],
  [7.9, "fair"],
  [6.9, "poor"],
  [0, "poor"],
] as const)("rating %s is %s (spec/games 1.4)", (rating, expected) => expect(ratingLevel(rating)).toBe(expected));

test.each([
  [10, 5, 7.1],
  [9.7, 241_610, 9.6],
  [5, 100, 5],
  [10, 0, null],
])("a review score of %s over %s reviews is rated %s (spec/games 1.2)", (score, count, expected) => {
  expect(ratingFromReviews(score, count)).toBe(expected);
});

test.each([
  ["Action, Nudity", true],
  ["hentai", true],
  ["Sexual Content, Anime", true],
  ["NSFW", true],
  ["Nudity Free, Action", false],
  [null, false],
])("tags %s are explicit: %s (spec/games 1.3)", (tags, expected) => expect(isExplicit(tags)).toBe(expected));

test.each([
  ["Call of Duty® 2", "call of duty 2"],
  ["GUN™", "gun"],
  ["-KLAUS-", "klaus"],
  ["Major\\Minor", "major minor"],
  ["???", "???"],
])("the key of the title %s is %s", (title, expected) => expect(titleKey(title)).toBe(expected));
