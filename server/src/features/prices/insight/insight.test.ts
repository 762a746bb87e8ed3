import type { PricePoint } from "contract/prices/rules.ts";
import { describe, expect, test } from "vitest";
import { cpuSlowness, cpuTime } from "../../../test/speed.ts";
import { insightOf, saleEpisodes } from "./insight.ts";

const dayMs = 24 * 60 * 60 * 1000;
const now = new Date("2026-06-01T12:00:00Z");
const stores = [
  { key: "steam", kind: "official" },
  { key: "gog", kind: "official" },
  { key: "cdkeys", kind: "keyshop" },
  { key: "bazaar", kind: "marketplace" },
];

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

/** A history that begins with the regular price and has sales of `length` days at `price`. */
function sales(starts: readonly number[], { first = 700, length = 7, price = 1_000 } = {}): Step[] {
  return [
    [first, 2_000],
    ...starts.flatMap((day): Step[] => [
      [day, price],
      [day - length, 2_000],
    ]),
  ];
}

const quarterly = sales([640, 540, 440, 340, 240, 140, 40]);
const unknown = {
  verdict: null,
  cheaper_share: null,
  on_sale_share: null,
  usual_cut: null,
  sales_per_year: null,
  usual_sale_days: null,
  confidence: "low",
};

describe("a long history", () => {
  test("has share, frequency, length and usual discount of its sales", () => {
    expect(insight(series("steam", ...quarterly))).toEqual({
      kind: "official",
      cheaper_share: 0.07,
      on_sale_share: 0.07,
      usual_cut: 50,
      sales_per_year: 3.7,
      usual_sale_days: 7,
      verdict: "wait",
      confidence: "high",
      days: 700,
      lows: [{ store: "steam", price: 10, at: "2026-04-22T12:00:00.000Z" }],
    });
  });

  test.each<[string, Step[], number]>([
    ["all at their ends", quarterly, 7],
    ["one under way", [...quarterly, [2, 1_000]], 8],
    ["one that had begun before", [[700, 1_000], ...quarterly.slice(2)], 7],
    ["one twice as long", sales([640, 540, 440, 340, 240, 140, 40], { length: 14 }), 7],
  ])("has figures that agree with each other: %s", (_, steps, count) => {
    const { on_sale_share: share, sales_per_year: perYear, days } = insight(series("steam", ...steps))!;
    expect(Math.abs(perYear! - (count / days) * 365)).toBeLessThan(0.06);
    expect(share! * days).toBeGreaterThanOrEqual(count);
  });

  test("counts a sale that gets deeper, or is interrupted for less than a day, once", () => {
    const deeper = [...quarterly.slice(0, -1), [36, 900], [35.5, 2_000], [35, 1_000], [33, 2_000]] satisfies Step[];
    expect(insight(series("steam", ...deeper))).toMatchObject({ sales_per_year: 3.7, usual_sale_days: 7 });
  });

  test("ignores giveaways: they are neither sales nor lower prices", () => {
    const given = series("steam", ...quarterly, [20, 0], [10, 2_000]);
    expect(insight(given)).toMatchObject({ cheaper_share: 0.071, sales_per_year: 3.7, days: 690 });
  });

  test("counts only the time in which the game was sold", () => {
    const gap = series("steam", ...quarterly.slice(0, 9), [300, null], [250, 2_000], ...quarterly.slice(9));
    expect(insight(gap)).toMatchObject({ days: 650, on_sale_share: 0.075, sales_per_year: 3.9 });
  });

  test("older than two years counts only for the lows", () => {
    expect(insight(series("steam", [2_000, 100], [1_900, 2_000], ...quarterly.slice(1)))).toMatchObject({
      days: 730,
      cheaper_share: 0.067,
      lows: [{ price: 1 }],
    });
  });

  test("of a permanent decline has no sales", () => {
    const decline = series("steam", [700, 6_000, 6_000], [400, 4_000, 4_000], [100, 2_000, 2_000]);
    expect(insight(decline)).toMatchObject(unknown);
  });
});

describe("kinds of stores", () => {
  const keyshopSales = sales([600, 500, 400, 300, 200, 100], { price: 500 });

  test("a key shop's price is compared with the past of key shops", () => {
    const keys = series("cdkeys", ...keyshopSales, [5, 1_500]);
    expect(insight(series("steam", ...quarterly), keys)).toMatchObject({ kind: "keyshop", cheaper_share: 0.06 });
  });

  test("marketplaces count as key shops", () => {
    const keys = [...series("cdkeys", [700, 2_500, 2_500]), ...series("bazaar", ...keyshopSales, [5, 1_500])];
    expect(insight(series("steam", ...quarterly), keys)).toMatchObject({ kind: "keyshop", cheaper_share: 0.06 });
  });

  test("an official price is compared with the past of official stores", () => {
    const keys = series("cdkeys", [700, 300, null], [30, 2_200, null]);
    expect(insight(series("steam", ...quarterly), keys)).toMatchObject({ kind: "official", cheaper_share: 0.07 });
  });

  test("a key shop without enough history leaves the verdict to official stores", () => {
    const keys = series("cdkeys", [700, 1_500, null]);
    expect(insight(series("steam", ...quarterly), keys)).toMatchObject({ kind: "official", verdict: "wait" });
  });

  test("without enough history of either kind, that of the best price is named", () => {
    const keys = series("cdkeys", [300, 1_500, null]);
    expect(insight(series("steam", [400, 2_000]), keys)).toMatchObject({ ...unknown, kind: "keyshop", days: 300 });
  });

  test("a key shop that no longer sells the game is not compared with", () => {
    const keys = series("cdkeys", ...keyshopSales, [50, null]);
    expect(insight(series("steam", ...quarterly), keys)).toMatchObject({ kind: "official" });
  });

  test("the lows are those of every store", () => {
    const keys = series("cdkeys", [300, 700, null]);
    expect(insight(series("steam", ...quarterly), keys)?.lows.map(({ store, price }) => [store, price])).toEqual([
      ["cdkeys", 7],
      ["steam", 10],
    ]);
  });
});

test.each<[string, Step[]]>([
  ["flat for two years", [[700, 2_000]]],
  ["4 sales in two years", sales([640, 440, 240, 40])],
  ["5 sales in less than 180 days", sales([150, 120, 90, 60, 30], { first: 179 })],
  ["5 sales, most of them before the last two years", sales([900, 850, 800, 200, 100], { first: 950 })],
  ["5 sales within 179 days sold", [...sales([690, 660, 630, 600, 570]), [522, null], [1, 2_000]]],
  ["one sale that is interrupted five times", sales([100, 94.5, 89, 83.5, 78], { first: 400, length: 5 })],
  ["two weeks", [[14, 2_000]]],
  [
    "given away after a short history",
    [
      [300, 2_000],
      [1, 0],
    ],
  ],
  [
    "without regular prices",
    [
      [300, 2_000, null],
      [200, 1_500, null],
      [10, 1_200, null],
    ],
  ],
  ["a permanent discount", [[600, 1_000]]],
])("nothing is said of a history that is too short: %s", (_, steps) => {
  expect(insight(series("steam", ...steps))).toMatchObject(unknown);
});

test.each<[string, Step[]]>([
  ["5 sales in 180 days", sales([150, 120, 90, 60, 30], { first: 180 })],
  ["5 sales, one under way", sales([640, 440, 240, 40, 3])],
  ["many sales in two years", quarterly],
])("a history is long enough: %s", (_, steps) => {
  expect(insight(series("steam", ...steps))?.verdict).not.toBeNull();
});

test.each<[string, Step[], string]>([
  ["on sale as deep as ever", [...quarterly, [2, 1_000]], "great"],
  ["on sale less deep than usual", [...quarterly, [2, 1_800]], "good"],
  ["at the regular price between sales", quarterly, "wait"],
  ["dearer than most of the time", [...sales([300, 250, 200, 150, 100], { length: 40 }), [1, 2_500, 2_500]], "wait"],
  ["given away", [...quarterly, [1, 0]], "great"],
])("a game %s is %s", (_, steps, verdict) => {
  expect(insight(series("steam", ...steps))?.verdict).toBe(verdict);
});

test.each<[string, Step[]]>([
  ["no history", []],
  ["less than two weeks", [[13.9, 2_000]]],
  ["nothing but free", [[300, 0, null]]],
  ["not sold any more", [...quarterly, [10, null]]],
])("there is no insight: %s", (_, steps) => {
  expect(insight(series("steam", ...steps))).toBeNull();
});

test("stores that are not enabled do not count", () => {
  expect(insight(series("epic", ...quarterly))).toBeNull();
});

test("episodes of sales are the times below the regular price", () => {
  const period = (from: number, to: number, price: number, regular: number | null = 2_000) => ({
    from: from * dayMs,
    to: to * dayMs,
    price,
    regular,
  });
  const periods = [
    period(0, 1, 1_000),
    period(1, 2, 500),
    period(2, 2.5, 2_000),
    period(2.5, 3, 1_000),
    period(3, 5, 2_000),
    period(5, 6, 1_500),
    period(6, 7, 1_500, null),
  ];
  expect(saleEpisodes(periods)).toEqual([
    { from: 0, to: 3 * dayMs, cut: 75 },
    { from: 5 * dayMs, to: 6 * dayMs, cut: 25 },
  ]);
});

test("five years of daily changes at three stores take less than 5 ms", () => {
  const daily = (store: string) =>
    series(store, ...Array.from({ length: 1_825 }, (_, day): Step => [1_825 - day, 1_000 + ((day * 37) % 900)]));
  const points = ["steam", "gog", "cdkeys"].flatMap(daily).sort((a, b) => a.at.getTime() - b.at.getTime());
  const ms = cpuTime(() => insightOf(points, { stores, currency: "USD", now }), 5);
  expect(ms).toBeLessThan(5 * cpuSlowness());
});
