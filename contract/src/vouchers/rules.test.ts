import { describe, expect, test } from "vitest";
import { isRefuted, priceWithVoucher, type VoucherOffer, type VoucherTerms, voucherProblems } from "./rules.ts";

const now = Date.UTC(2026, 10, 27);
const voucher: VoucherTerms = {
  ...{ store: "gamersgate", country: null, percent: 15, amount: null, currency: null },
  ...{ games: [], excludedGames: [], excludedRegions: [], minimum: null, fullPriceOnly: false },
  ...{ begins: null, ends: null },
};
const offer: VoucherOffer = {
  ...{ game: 1, store: "gamersgate", country: "US", currency: "USD", price: 2_000, regular: 2_000 },
  activatesIn: null,
};
const dollars = { percent: null, amount: 500, currency: "USD" };

test.each<[string, Partial<VoucherTerms>, Partial<VoucherOffer>, number]>([
  ["a percentage", {}, {}, 1_700],
  ["a percentage of an odd price, in the shop's favour", {}, { price: 1_999 }, 1_700],
  ["an amount", dollars, {}, 1_500],
  ["a sale price", {}, { price: 1_000 }, 850],
  ["one of its games", { games: [1, 2] }, {}, 1_700],
  ["a game beside the excluded ones", { excludedGames: [2] }, {}, 1_700],
  ["another market than the excluded ones", { excludedRegions: ["RU"] }, {}, 1_700],
  [
    "a key that activates in an excluded region and elsewhere",
    { excludedRegions: ["RU"] },
    { activatesIn: ["RU", "EU"] },
    1_700,
  ],
  ["its market", { country: "US" }, {}, 1_700],
  ["a price at its minimum", { minimum: 2_000, currency: "USD" }, {}, 1_700],
  ["the full price", { fullPriceOnly: true }, {}, 1_700],
  ["its last moment", { ends: now + 1 }, {}, 1_700],
  ["its first moment", { begins: now }, {}, 1_700],
])("a voucher is good for %s", (_, change, other, price) => {
  expect(priceWithVoucher({ ...voucher, ...change }, { ...offer, ...other }, now)).toBe(price);
});

// what shops did with codes that comparison sites showed (IsThereAnyDeal-Issues 1379, 1539, 1934, 1453, 2924;
// AugmentedSteam 1489)
describe("a voucher that the shop would not accept is not shown", () => {
  test.each<[string, Partial<VoucherTerms>, Partial<VoucherOffer>]>([
    ["excluded product (EASYMODE10, WB25)", { excludedGames: [1] }, {}],
    ["not among its products", { games: [2] }, {}],
    ["excluded region (THEdiscount)", { excludedRegions: ["RU"] }, { country: "RU" }],
    ["excluded group of countries", { excludedRegions: ["CIS"] }, { country: "RU" }],
    ["keys that activate in an excluded region only", { excludedRegions: ["RU"] }, { activatesIn: ["RU"] }],
    ["another market", { country: "GB" }, {}],
    ["full price only (FANATICAL15)", { fullPriceOnly: true }, { price: 1_000 }],
    ["full price only, regular price not known", { fullPriceOnly: true }, { regular: null }],
    ["expired (HELLO15)", { ends: now }, {}],
    ["not yet begun", { begins: now + 1 }, {}],
    ["another store", {}, { store: "steam" }],
    ["below its minimum", { minimum: 2_001, currency: "USD" }, {}],
    ["minimum in another currency", { minimum: 100, currency: "EUR" }, {}],
    ["amount in another currency", { ...dollars, currency: "EUR" }, {}],
    ["as much as it costs", { ...dollars, amount: 2_000 }, {}],
    ["free", {}, { price: 0 }],
    ["not sold", {}, { price: null }],
  ])("%s", (_, change, other) => {
    expect(priceWithVoucher({ ...voucher, ...change }, { ...offer, ...other }, now)).toBeNull();
  });
});

test.each([
  [0, 2, false],
  [0, 3, true],
  [1, 3, true],
  [2, 4, false],
  [2, 5, true],
  [10, 20, false],
])("%i visitors for whom it worked and %i for whom it did not", (works, fails, refuted) => {
  expect(isRefuted({ works, fails })).toBe(refuted);
});

const fields = { percent: 10, amount: null, minimum: null, currency: null, begins_at: null, ends_at: null };
test.each([
  ["percent", { percent: null }],
  ["percent", { amount: 5, currency: "USD" }],
  ["currency", { minimum: 5 }],
  ["minimum", { minimum: 5.555, currency: "USD" }],
  ["ends_at", { begins_at: "2026-01-02T00:00:00Z", ends_at: "2026-01-01T00:00:00Z" }],
])("a problem of %s: %j", (path, change) => {
  expect(voucherProblems({ ...fields, ...change })).toMatchObject([{ path }]);
});
