import { describe, expect, test } from "vitest";
import {
  bestOffer,
  cheapestInStock,
  cutOf,
  discountBadge,
  formatPlayerCount,
  ratingFromReviews,
  ratingLevel,
  savingsPercentage,
  splitDevelopers,
  titleKey,
} from "./rules.ts";

const at = (store: string, price: number | null, inStock: boolean | null = null) => ({ store, price, inStock });

describe("best price (spec/prices 3.1)", () => {
  test.each([
    [[], null],
    [[at("steam", null), at("gog", null)], null],
    [[at("steam", 20), at("gog", null), at("cdkeys", 10)], "cdkeys"],
    [[at("steam", 10), at("gog", 10), at("cdkeys", 10), at("other", 10)], "steam"],
    [[at("steam", null), at("gog", 10), at("cdkeys", 10)], "gog"],
    [[at("steam", 5), at("other", 0)], "other"],
  ])("of %j is that of %s", (offers, store) => expect(bestOffer(offers)?.store ?? null).toBe(store));

  test("stores out of stock are skipped if stock matters", () => {
    const offers = (inStock: boolean | null) => [at("steam", 20), at("cdkeys", 10, inStock)];
    expect(cheapestInStock(offers(false))).toMatchObject({ price: 20, store: "steam" });
    expect(cheapestInStock(offers(true))).toMatchObject({ price: 10, store: "cdkeys" });
    expect(cheapestInStock(offers(null))).toMatchObject({ price: 10, store: "cdkeys" });
  });
});

test.each([
  [null, 20, 0],
  [10, null, 0],
  [10, 20, 50],
  [20, 20, 0],
  [25, 20, 0],
  [0, 20, 100],
  [0, 0, 0],
  // rounded down
  [2_001, 6_000, 66],
])("a price of %s instead of %s is %s %% off", (price, regular, cut) => expect(cutOf(price, regular)).toBe(cut));

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
  [null, []],
  ["Valve", ["Valve"]],
  ["RavenSoft, id Software", ["RavenSoft", "id Software"]],
  ["Bit Blot, LLC, Playism", ["Bit Blot, LLC", "Playism"]],
  ["CAPCOM CO., LTD.", ["CAPCOM CO., LTD."]],
  ["Inc., Other", ["Inc.", "Other"]],
])("the developers %j are %j", (developers, names) => expect(splitDevelopers(developers)).toEqual(names));

test.each([
  ["Call of Duty® 2", "call of duty 2"],
  ["GUN™", "gun"],
  ["-KLAUS-", "klaus"],
  ["Major\\Minor", "major minor"],
  ["???", "???"],
])("the key of the title %s is %s", (title, expected) => expect(titleKey(title)).toBe(expected));

test.each([
  [null, []],
  ["Valve", ["Valve"]],
  ["2K Marin, 2K China", ["2K Marin", "2K China"]],
  ["Square Enix, PopCap Games, Inc.", ["Square Enix", "PopCap Games, Inc."]],
  ["CAPCOM Co., Ltd.", ["CAPCOM Co., Ltd."]],
  ["CINEMAX, s.r.o., Aspyr (Mac)", ["CINEMAX, s.r.o.", "Aspyr (Mac)"]],
  ["Inc.", ["Inc."]],
])("the developers of %j are %j", (developers, expected) => {
  expect(splitDevelopers(developers)).toEqual(expected);
});
