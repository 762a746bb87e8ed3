import { describe, expect, test } from "vitest";
import {
  bestOffer,
  cheapestInStock,
  cutBadge,
  cutOf,
  isLowestEver,
  lowBadge,
  minLowDays,
  ratingFromReviews,
  ratingLevel,
  referenceOf,
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

describe("the discount (spec/prices 3.4)", () => {
  const none = { store: "gog", regular: null, steamRegular: null, steam: null };

  test.each([
    ["its own regular price", { regular: 30, steamRegular: 50, steam: 40 }, { price: 30, store: "gog" }],
    ["its own regular price, though Steam's is higher", { regular: 10, steam: 40 }, { price: 10, store: "gog" }],
    ["a regular price of 0", { regular: 0, steam: 40 }, { price: 0, store: "gog" }],
    ["Steam's regular price", { steamRegular: 50, steam: 40 }, { price: 50, store: "steam" }],
    ["Steam's price", { steam: 40 }, { price: 40, store: "steam" }],
    ["Steam's price if Steam gives the game away", { steam: 0 }, { price: 0, store: "steam" }],
    ["nothing, where Steam does not sell it", {}, null],
    ["Steam's own regular price", { store: "steam", regular: 50, steamRegular: 50 }, { price: 50, store: "steam" }],
    ["Steam's own price", { store: "steam", steam: 40 }, { price: 40, store: "steam" }],
    ["nothing, without an offer", { store: null, regular: 50, steam: 40 }, null],
  ])("compares with %s", (_, prices, reference) => expect(referenceOf({ ...none, ...prices })).toEqual(reference));

  test.each([
    [null, 20, 0],
    [10, null, 0],
    [10, 20, 50],
    [20, 20, 0],
    [25, 20, 0],
    [0, 20, 100],
    [0, 0, 0],
    [1_499, 5_999, 75],
    [1_549, 5_999, 74],
    [2_001, 6_000, 67],
    [995, 1_000, 1],
    [996, 1_000, 0],
    // exactly one half is rounded up
    [495, 1_000, 51],
    [1_125, 2_000, 44],
    [1, 1_000_000, 100],
    [999_999_999, 1_000_000_000, 0],
  ])("%s instead of %s is %s %%", (price, reference, cut) => expect(cutOf(price, reference)).toBe(cut));

  test("has a minus sign, and no badge at 0", () => {
    expect([75, 100, 0, undefined].map((cut) => cutBadge(cut))).toEqual(["−75%", "−100%", null, null]);
  });
});

describe("lowest ever (spec/prices 5.2)", () => {
  const now = Date.parse("2026-11-23T12:00:00Z");
  const daysAgo = (days: number) => now - days * 86_400_000;
  const low = { best: 1_000, cut: 50, low: 1_000, high: 2_000, since: daysAgo(400) };

  test.each([
    ["reduced, at the low of its kind of store", {}, true],
    ["after exactly the days of history needed", { since: daysAgo(minLowDays) }, true],
    ["a moment before", { since: daysAgo(minLowDays) + 1 }, false],
    ["first seen today", { since: now }, false],
    ["without a history", { since: null }, false],
    ["not reduced", { cut: 0 }, false],
    ["above the low", { best: 1_001 }, false],
    ["below a low that counts deliverable prices only", { best: 999 }, false],
    ["never higher", { high: 1_000 }, false],
    ["given away", { best: 0, low: 0, cut: 100 }, false],
    ["without a low", { low: null }, false],
    ["without a price", { best: null }, false],
  ])("%s", (_, part, expected) => expect(isLowestEver({ ...low, ...part }, now)).toBe(expected));

  const lowest = { best_price: 10, historical_low: 10, lowest_ever: true, low_kind: "official" } as const;
  test.each([
    ["lowest", {}],
    ["lowest_official", { historical_low: 9 }],
    ["lowest_keyshop", { low_kind: "keyshop" }],
    ["lowest_keyshop", { low_kind: "keyshop", historical_low: 9 }],
    ["ties_low", { ties_low: true }],
    ["ties_low", { ties_low: true, low_kind: "keyshop" }],
    [null, { lowest_ever: false, low_kind: null }],
  ] as const)("the badge is %s with %j", (badge, part) => expect(lowBadge({ ...lowest, ...part })).toBe(badge));
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
