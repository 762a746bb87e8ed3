import { expect, test } from "vitest";
import { hasChanges, lowsOf, shortestRange, storesIn } from "./price-history.tsx";

const at = (day: number, origin: string, price: number | null) => ({ recorded_at: `2026-01-0${day}`, origin, price });
const history = [
  at(1, "steam", 30),
  at(1, "gog", 20),
  at(2, "humble", 5),
  at(3, "humble", null),
  at(4, "epic", 10),
  at(5, "epic", null),
  at(6, "steam", 15),
  at(7, "gog", 20),
];

test("each store of a history is listed once", () =>
  expect(storesIn(history)).toEqual(["steam", "gog", "humble", "epic"]));

test("the low of a store is its lowest price, with the first time of it", () =>
  expect(lowsOf([...history, at(8, "steam", 15), at(8, "other", null)])).toEqual([
    { store: "humble", price: 5, recorded_at: "2026-01-02" },
    { store: "epic", price: 10, recorded_at: "2026-01-04" },
    { store: "steam", price: 15, recorded_at: "2026-01-06" },
    { store: "gog", price: 20, recorded_at: "2026-01-01" },
  ]));

const dayMs = 24 * 60 * 60 * 1000;
const ago = (days: number, origin: string, price: number) => ({
  recorded_at: new Date(Date.UTC(2026, 5, 1) - days * dayMs).toISOString(),
  origin,
  price,
});

test.each([
  [[], false, null],
  [[ago(3, "steam", 5)], false, null],
  [[ago(300, "steam", 5), ago(3, "gog", 5)], false, null],
  [[ago(300, "steam", 5), ago(3, "steam", 4)], true, 7],
  [[ago(300, "steam", 5), ago(8, "steam", 4)], true, 30],
  [[ago(300, "steam", 5), ago(40, "gog", 4), ago(40, "gog", 5)], true, 90],
  [[ago(300, "steam", 5), ago(100, "steam", 4), ago(2, "gog", 5)], true, 365],
  [[ago(900, "steam", 5), ago(800, "steam", 4)], true, 3_650],
])("the shortest range with a change of %j", (history, changes, range) => {
  expect(hasChanges(history)).toBe(changes);
  expect(shortestRange(history, Date.UTC(2026, 5, 1))).toBe(range);
});
