import type { PricePoint } from "contract/prices/rules.ts";
import { describe, expect, test } from "vitest";
import { insightOf } from "./insight.ts";

const dayMs = 24 * 60 * 60 * 1000;
const now = new Date("2026-06-01T12:00:00Z");
const stores = ["steam", "gog", "cdkeys"];

type Step = [daysAgo: number, price: number | null, regular?: number | null];

/** The records of a store whose regular price is 20 dollars unless stated. */
function series(store: string, ...steps: Step[]): PricePoint[] {
  return steps.map(([days, price, regular = 2_000]) => ({
    store,
    at: new Date(now.getTime() - days * dayMs),
    price,
    regular,
  }));
}

const insight = (...points: PricePoint[][]) =>
  insightOf(
    points.flat().sort((a, b) => a.at.getTime() - b.at.getTime()),
    { stores, currency: "USD", now },
  );

/** A sale of a week each half year, at half the price. */
const halfYearlySales: Step[] = [
  [700, 2_000],
  [600, 1_000],
  [593, 2_000],
  [420, 1_000],
  [413, 2_000],
  [240, 1_000],
  [233, 2_000],
  [60, 1_000],
  [53, 2_000],
];

describe("a history", () => {
  test("that is flat has a fair price, with medium confidence after a year", () => {
    expect(insight(series("steam", [400, 2_000]))).toEqual({
      cheaper_share: 0,
      on_sale_share: 0,
      usual_cut: null,
      sales_per_year: 0,
      usual_sale_days: null,
      verdict: "fair",
      confidence: "medium",
      days: 400,
      lows: [{ store: "steam", price: 20, at: "2025-04-27T12:00:00.000Z" }],
    });
  });

  test("of sales has their frequency, length and usual discount", () => {
    expect(insight(series("steam", ...halfYearlySales))).toMatchObject({
      cheaper_share: 0.04,
      on_sale_share: 0.04,
      usual_cut: 50,
      sales_per_year: 2.1,
      usual_sale_days: 7,
      verdict: "wait",
      confidence: "high",
      days: 700,
    });
  });

  test("during its first sale has a great price", () => {
    expect(insight(series("steam", [300, 2_000], [3, 1_000]))).toMatchObject({
      cheaper_share: 0,
      on_sale_share: 0.01,
      usual_cut: 50,
      usual_sale_days: null,
      verdict: "great",
      confidence: "low",
    });
  });

  test("of a permanent decline has no sales, and its new price is great", () => {
    const decline = series("steam", [700, 6_000, 6_000], [400, 4_000, 4_000], [100, 2_000, 2_000]);
    expect(insight(decline)).toMatchObject({ on_sale_share: 0, sales_per_year: 0, verdict: "great", cheaper_share: 0 });
  });

  test("with giveaways ignores them: they are neither sales nor lower prices", () => {
    const given = series("steam", [400, 2_000], [300, 0], [290, 2_000]);
    expect(insight(given)).toMatchObject({ cheaper_share: 0, on_sale_share: 0, verdict: "fair", days: 390 });
  });

  test("with gaps counts only the time in which the game was sold", () => {
    const gap = series("steam", [400, 1_000], [300, null], [100, 2_000]);
    expect(insight(gap)).toMatchObject({ days: 200, cheaper_share: 0.5, on_sale_share: 0.5, sales_per_year: 1.8 });
  });

  test("older than two years counts only for the lows", () => {
    expect(insight(series("steam", [2_000, 100], [1_900, 2_000]))).toMatchObject({
      days: 730,
      cheaper_share: 0,
      sales_per_year: 0,
      lows: [{ price: 1 }],
    });
  });

  test("of several stores uses the cheapest one", () => {
    const best = insight(series("steam", [200, 2_000]), series("gog", [100, 1_500], [50, null]));
    expect(best).toMatchObject({ days: 200, cheaper_share: 0.25, usual_cut: 25, usual_sale_days: 50 });
    expect(best?.lows.map(({ store, price }) => [store, price])).toEqual([
      ["gog", 15],
      ["steam", 20],
    ]);
  });

  test("with a sale that gets deeper counts one sale", () => {
    const deeper = series("steam", [300, 2_000], [100, 1_500], [95, 1_000], [90, 2_000]);
    expect(insight(deeper)).toMatchObject({ usual_cut: 50, usual_sale_days: 10, sales_per_year: 1.2 });
  });

  test("without regular prices has no sales, but a verdict", () => {
    const keys = series("cdkeys", [300, 2_000, null], [200, 1_500, null], [10, 1_200, null]);
    expect(insight(keys)).toMatchObject({ on_sale_share: 0, usual_cut: null, verdict: "great" });
  });

  test("of less than two weeks has no insight", () => {
    expect(insight(series("steam", [13.9, 2_000]))).toBeNull();
    expect(insight(series("steam", [14, 2_000]))).toMatchObject({ days: 14 });
  });

  test("of disabled stores does not count", () => {
    expect(insight(series("epic", [300, 2_000]))).toBeNull();
  });
});

test.each<[string, Step[], string]>([
  ["on sale as deep as ever", [...halfYearlySales, [2, 1_000]], "great"],
  ["on sale less deep than usual", [...halfYearlySales, [2, 1_800]], "good"],
  ["at the regular price between sales", halfYearlySales, "wait"],
  [
    "dearer than most of the time",
    [
      [300, 1_000, 1_000],
      [100, 2_000],
    ],
    "wait",
  ],
  [
    "given away",
    [
      [300, 2_000],
      [1, 0],
    ],
    "great",
  ],
])("a game %s is %s", (_, steps, verdict) => {
  expect(insight(series("steam", ...steps))?.verdict).toBe(verdict);
});

test.each<[string, Step[]]>([
  ["no history", []],
  ["nothing but free", [[300, 0, null]]],
  [
    "not sold any more",
    [
      [300, 2_000],
      [10, null],
    ],
  ],
])("there is no insight: %s", (_, steps) => {
  expect(insight(series("steam", ...steps))).toBeNull();
});

test("five years of daily changes at three stores take less than 5 ms", () => {
  const daily = (store: string) =>
    series(store, ...Array.from({ length: 1_825 }, (_, day): Step => [1_825 - day, 1_000 + ((day * 37) % 900)]));
  const points = stores.flatMap(daily).sort((a, b) => a.at.getTime() - b.at.getTime());
  const measure = () => {
    const start = performance.now();
    insightOf(points, { stores, currency: "USD", now });
    return performance.now() - start;
  };
  expect(Math.min(...Array.from({ length: 5 }, measure))).toBeLessThan(5);
});
