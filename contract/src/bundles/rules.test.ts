import { describe, expect, test } from "vitest";
import {
  type BundleItemKind,
  type BundleTier,
  bundleSaving,
  countGames,
  findWantedTier,
  fromPrice,
  itemsOfTier,
} from "./rules.ts";

const usd = (amount: number) => ({ amount, currency: "USD" });
const tierOf = (amount: number | null, change: Partial<BundleTier> = {}): BundleTier => ({
  price: amount === null ? null : usd(amount),
  prices: {},
  cumulative: true,
  addon: false,
  choose: null,
  ...change,
});
const item = (tier: number | null = 1, kind: BundleItemKind = "game") => ({ kind, tier });
const price = (amount: number | null, currency = "USD") => ({ price: amount, currency });

test.each([
  ["one tier", [tierOf(12)], usd(12)],
  ["the lowest of several", [tierOf(1), tierOf(12)], usd(1)],
  ["no tier", [], null],
  ["an unknown price", [tierOf(null)], null],
  ["one unknown price of several, which may be lower", [tierOf(null), tierOf(12)], null],
  ["two currencies", [tierOf(1), tierOf(null, { price: { amount: 9, currency: "EUR" } })], null],
  ["an addition to a tier", [tierOf(12), tierOf(2, { addon: true })], usd(12)],
  ["an unknown price of an addition", [tierOf(12), tierOf(null, { addon: true })], usd(12)],
  [
    "a price of the country",
    [tierOf(12, { prices: { GB: { amount: 9, currency: "GBP" } } })],
    { amount: 9, currency: "GBP" },
  ],
  ["a price of another country", [tierOf(12, { prices: { BG: { amount: 7, currency: "EUR" } } })], usd(12)],
  ["prices of other countries only", [tierOf(null, { prices: { BG: { amount: 7, currency: "EUR" } } })], null],
])("the lowest price with %s", (_, tiers, expected) => {
  expect(fromPrice(tiers, "GB")).toEqual(expected);
});

test.each([
  ["a complete list", { complete: true, games: 9 }, 2],
  ["a part of a list", { complete: false, games: 9 }, 9],
  ["an unknown number", { complete: false, games: null }, null],
])("the number of games with %s", (_, bundle, expected) => {
  expect(countGames(bundle, 2)).toBe(expected);
});

test("a tier brings its own items and, if it is cumulative, those of the cheaper ones", () => {
  const items = [item(1), item(2), item(3), item(null)];
  const tiers = [tierOf(1), tierOf(12), tierOf(2, { addon: true })];
  expect([0, 1, 2].map((place) => itemsOfTier({ tiers, items }, place))).toEqual([[0, 3], [0, 1, 3], [2]]);
  const separate = tiers.map((tier) => ({ ...tier, cumulative: false }));
  expect([0, 1, 2].map((place) => itemsOfTier({ tiers: separate, items }, place))).toEqual([[0, 3], [1], [2]]);
});

describe("a saving", () => {
  const bundle = {
    kind: "tiers" as const,
    complete: true,
    games: null,
    tiers: [tierOf(1), tierOf(12)],
    items: [item(1), item(2), item(2, "coupon")],
  };
  const singles = [price(10), price(9.99), null];

  test("is that of the dearest tier against today's prices", () => {
    expect(bundleSaving(bundle, singles, "US")).toEqual({ tier: 2, price: usd(12), separately: 19.99, saving: 7.99 });
  });

  test.each([
    ["an incomplete list", { complete: false }, singles],
    ["a bundle to build", { kind: "build-your-own" as const }, singles],
    ["a list to choose from", { kind: "choose-n" as const }, singles],
    ["a number to choose", { tiers: [tierOf(1), tierOf(12, { choose: 1 })] }, singles],
    ["no tier", { tiers: [] }, singles],
    ["an unknown price of the bundle", { tiers: [tierOf(1), tierOf(null)] }, singles],
    ["an unmatched game", {}, [price(10), null, null]],
    ["a game that is not sold", {}, [price(10), price(null), null]],
    ["another currency of a game", {}, [price(10), price(9.99, "EUR"), null]],
    [
      "another currency of the bundle",
      { tiers: [tierOf(1), tierOf(null, { price: { amount: 12, currency: "EUR" } })] },
      singles,
    ],
    ["games that cost as much", {}, [price(2), price(10), null]],
    ["games that cost less", {}, [price(1), price(2), null]],
    ["coupons only", { items: [item(1, "coupon")] }, [null]],
    ["no items", { items: [] }, []],
  ])("is not stated with %s", (_, change, prices) => {
    expect(bundleSaving({ ...bundle, ...change }, prices, "US")).toBeNull();
  });
});

describe("a tier that costs less than the wanted games it brings", () => {
  const game = (id: number | null, tier: number | null = 1, kind: BundleItemKind = "game") => ({
    kind,
    tier,
    game: id,
  });
  const bundle = { kind: "tiers" as const, tiers: [tierOf(12)], items: [game(1), game(2), game(3), game(null)] };
  const two = { games: 2, separately: 30 };

  test.each<[name: string, change: object, wanted: Record<number, number>, expected: object | null]>([
    ["enough games", {}, { 1: 10, 2: 20 }, { price: usd(12), ...two }],
    ["too few games", {}, { 1: 100, 9: 100 }, null],
    ["games that cost as much", { tiers: [tierOf(30)] }, { 1: 10, 2: 20 }, null],
    ["a dearer bundle", { tiers: [tierOf(31)] }, { 1: 10, 2: 20 }, null],
    ["an unknown price", { tiers: [tierOf(null)] }, { 1: 10, 2: 20 }, null],
    ["no tier", { tiers: [] }, { 1: 10, 2: 20 }, null],
    ["another currency", { tiers: [tierOf(null, { price: { amount: 1, currency: "EUR" } })] }, { 1: 10, 2: 20 }, null],
    [
      "a price of the country",
      { tiers: [tierOf(40, { prices: { US: usd(9) } })] },
      { 1: 10, 2: 20 },
      { price: usd(9), ...two },
    ],
    ["a game twice", { items: [game(1), game(1)] }, { 1: 100 }, null],
    ["books and coupons", { items: [game(1), game(2, 1, "book"), game(3, 1, "coupon")] }, { 1: 9, 2: 9, 3: 9 }, null],
    ["a DLC", { items: [game(1), game(2, 1, "dlc")] }, { 1: 10, 2: 20 }, { price: usd(12), ...two }],
    ["the cheaper of two tiers", { tiers: [tierOf(5), tierOf(12)] }, { 1: 10, 2: 20 }, { price: usd(5), ...two }],
    [
      "the dearer tier, if only that brings them",
      { tiers: [tierOf(5), tierOf(12)], items: [game(1), game(2, 2)] },
      { 1: 10, 2: 20 },
      { price: usd(12), ...two },
    ],
    [
      "tiers apart",
      { tiers: [tierOf(5), tierOf(12, { cumulative: false })], items: [game(1), game(2, 2)] },
      { 1: 10, 2: 20 },
      null,
    ],
    [
      "an unknown tier",
      { tiers: [tierOf(5), tierOf(12)], items: [game(1, null), game(2, null)] },
      { 1: 10, 2: 20 },
      null,
    ],
    ["the only tier", { items: [game(1, null), game(2, null)] }, { 1: 10, 2: 20 }, { price: usd(12), ...two }],
    [
      "an addition",
      { tiers: [tierOf(5), tierOf(1, { addon: true })], items: [game(1), game(2, 2)] },
      { 1: 10, 2: 20 },
      null,
    ],
    [
      "the dearest to choose",
      { kind: "choose-n", tiers: [tierOf(12, { choose: 2 })] },
      { 1: 10, 2: 20, 3: 5 },
      { price: usd(12), ...two },
    ],
    ["too few to choose", { kind: "choose-n", tiers: [tierOf(12, { choose: 1 })] }, { 1: 10, 2: 20 }, null],
    ["an unknown number to choose", { kind: "build-your-own", tiers: [tierOf(12)] }, { 1: 10, 2: 20 }, null],
    [
      "a number that is enough",
      {
        kind: "build-your-own",
        tiers: [1, 2].map((choose) => tierOf(choose * 4, { choose })),
        items: [1, 2].map((id) => game(id, null)),
      },
      { 1: 10, 2: 20 },
      { price: usd(8), ...two },
    ],
    ["free games", { tiers: [tierOf(12)] }, { 1: 0, 2: 0 }, null],
  ])("%s", (_, change, wanted, expected) => {
    const prices = new Map(Object.entries(wanted).map(([id, minor]) => [Number(id), minor]));
    const asked = { country: "US", currency: "USD", least: 2 };
    expect(findWantedTier({ ...bundle, ...change }, prices, asked)).toEqual(expected);
  });
});
