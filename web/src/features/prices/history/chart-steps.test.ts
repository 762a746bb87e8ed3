import { describe, expect, test } from "vitest";
import { cheapestSteps, isKnownAt, nextStop, onlyPrice, priceAt, stopsOf, toStoreSteps } from "./chart-steps.ts";

const stores = ["steam", "cdkeys", "gog"];
const day = (date: number) => Date.UTC(2026, 0, date);
const at = (date: number, origin: "steam" | "gog", price: number | null) => ({
  recorded_at: new Date(day(date)).toISOString(),
  origin,
  price,
});
const history = [at(1, "gog", 20), at(1, "steam", 30), at(5, "steam", 15), at(8, "gog", null)];

describe("the steps of a chart", () => {
  const lines = toStoreSteps(history, day(10), stores);

  test("each store has its own, extended to now; a store without records has none", () => {
    expect(lines).toEqual([
      {
        store: "steam",
        steps: [
          { time: day(1), price: 30 },
          { time: day(5), price: 15 },
          { time: day(10), price: 15 },
        ],
      },
      {
        store: "gog",
        steps: [
          { time: day(1), price: 20 },
          { time: day(8), price: null },
          { time: day(10), price: null },
        ],
      },
    ]);
  });

  test("a record of the current time is not duplicated", () => {
    expect(toStoreSteps([at(10, "gog", 5)], day(10), stores)[0]?.steps).toEqual([{ time: day(10), price: 5 }]);
  });

  test.each([
    [0, null],
    [1, 30],
    [4, 30],
    [5, 15],
    [9, 15],
  ])("the price on day %i is %s", (date, price) => {
    expect(priceAt(lines[0]!.steps, day(date))).toBe(price);
  });

  test.each([
    ["of a single record starts there", [at(3, "gog", 5)], { time: day(3), price: 5 }],
    ["may start now", [at(10, "gog", 5)], { time: day(10), price: 5 }],
    ["may have ended", [at(3, "gog", 5), at(4, "gog", null)], { time: day(3), price: 5 }],
    ["is null if there were several", [at(3, "gog", 5), at(4, "gog", 6)], null],
    ["is null if it was sold again", [at(3, "gog", 5), at(4, "gog", null), at(5, "gog", 5)], null],
    ["is null if it was never sold", [at(3, "gog", null)], null],
  ])("the only price %s", (_, records, expected) => {
    expect(onlyPrice(toStoreSteps(records, day(10), stores)[0]!.steps)).toEqual(expected);
  });

  test("a store is unknown before its first record", () => {
    const { steps } = toStoreSteps([at(3, "gog", null)], day(10), stores)[0]!;
    expect([2, 3, 4].map((date) => isKnownAt(steps, day(date)))).toEqual([false, true, true]);
  });

  test("the cursor stops once at every change", () => {
    expect(stopsOf(lines)).toEqual([day(1), day(5), day(8), day(10)]);
  });

  test.each([
    [1, 1, 5],
    [6, 1, 8],
    [6, -1, 5],
    [1, -1, 1],
    [10, 1, 10],
  ] as const)("from day %i by %i to day %i", (from, direction, to) => {
    expect(nextStop(stopsOf(lines), day(from), direction)).toBe(day(to));
  });
});

test("the cheapest of several stores is one line, with gaps where none sells", () => {
  const step = (date: number, price: number | null) => ({ time: day(date), price });
  const lines = [
    { store: "steam", steps: [step(1, 30), step(5, 15), step(7, null), step(10, null)] },
    { store: "gog", steps: [step(2, 20), step(6, null), step(9, 25), step(10, 25)] },
  ];
  expect(cheapestSteps(lines)).toEqual([
    step(1, 30),
    step(2, 20),
    step(5, 15),
    step(7, null),
    step(9, 25),
    step(10, 25),
  ]);
  expect(cheapestSteps([])).toEqual([]);
});
