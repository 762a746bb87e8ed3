import { describe, expect, test } from "vitest";
import { collapseOf, type PricePair } from "./collapse-rules.ts";

/** Prices of 4.99 to 59.99, without an order. */
const prices = Array.from({ length: 60 }, (_, index) => 499 + ((index * 37) % 56) * 100);
const reading = (after: (before: number, index: number) => number, of = prices): PricePair[] =>
  of.map((before, index) => ({ before, after: after(before, index) }));

const discounts = [50, 55, 60, 66, 70, 75];
const discounted = (before: number, index: number) =>
  Math.round(before * (1 - discounts[(index * 5 + (index >> 2)) % discounts.length]! / 100));

const collapses: [string, PricePair[]][] = [
  ["every price becomes 0.12", reading(() => 12)],
  ["the decimal point moves by two places", reading((before) => Math.round(before / 100))],
  ["the decimal point moves by one place", reading((before) => Math.round(before / 10))],
  ["amounts become a hundred times as large", reading((before) => before * 100)],
  ["amounts are in another currency, 4 to 1", reading((before) => before * 4)],
  ["amounts are a third", reading((before) => Math.floor(before / 3))],
  ["half of them fall by 81 %", reading((before, index) => (index % 2 ? before : Math.round(before * 0.19)))],
  ["half become 9.99", reading((before, index) => (index % 2 ? before : 999))],
  ["half are given away", reading((before, index) => (index % 2 ? before : 0))],
  ["every price becomes its tax", reading((before) => Math.round(before * 0.19))],
  ["twenty known prices become one amount", reading(() => 500, prices.slice(0, 20))],
  ["the prices of two in three are those of small additions", reading((before, i) => (i % 3 ? 99 + (i % 7) : before))],
];

const plausible: [string, PricePair[]][] = [
  ["nothing changes", reading((before) => before)],
  ["nothing is known", []],
  ["a mass sale of 50 to 75 %", reading(discounted)],
  ["the end of a mass sale", reading(discounted).map(({ before, after }) => ({ before: after, after: before }))],
  ["a sale of 75 % for two in five", reading((before, index) => (index % 5 < 2 ? Math.round(before / 4) : before))],
  ["90 % off for two in five", reading((before, index) => (index % 5 < 2 ? Math.round(before / 10) : before))],
  ["half off everything", reading((before) => Math.round(before / 2))],
  ["a rise of a tenth", reading((before) => Math.round(before * 1.1))],
  ["a third becomes 4.99", reading((before, index) => (index % 3 ? before : 499))],
  [
    "most were at one amount before",
    reading(
      () => 999,
      Array.from({ length: 40 }, () => 999),
    ),
  ],
  ["nineteen known prices collapse", reading(() => 12, prices.slice(0, 19))],
  ["80 % off, exactly", reading((before, index) => (index % 2 ? before : before * 0.2))],
];

describe("a reading whose prices collapse", () => {
  test.each(collapses)("%s", (_, pairs) => expect(collapseOf(pairs)).toMatch(/known prices/));
});

describe("a plausible reading", () => {
  test.each(plausible)("%s", (_, pairs) => expect(collapseOf(pairs)).toBeNull());
});

test("the larger the sample, the surer a sale passes", () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    let state = seed * 7919;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const pairs = Array.from({ length: 60 }, () => {
      const before = 199 + Math.floor(random() * 60) * 100;
      return { before, after: Math.round(before * (1 - discounts[Math.floor(random() * discounts.length)]! / 100)) };
    });
    expect(collapseOf(pairs)).toBeNull();
  }
});
