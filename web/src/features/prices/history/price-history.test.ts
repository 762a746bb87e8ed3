import { expect, test } from "vitest";
import { cheapestStores, lowsOf, storesIn } from "./price-history.tsx";

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

test("stores that sell the game today come before those that were cheaper in the past", () => {
  expect(cheapestStores(history)).toEqual(["steam", "gog", "humble", "epic"]);
  expect(cheapestStores(history, 3)).toEqual(["steam", "gog", "humble"]);
});

test("the low of a store is its lowest price, with the first time of it", () =>
  expect(lowsOf([...history, at(8, "steam", 15), at(8, "other", null)])).toEqual([
    { store: "humble", price: 5, recorded_at: "2026-01-02" },
    { store: "epic", price: 10, recorded_at: "2026-01-04" },
    { store: "steam", price: 15, recorded_at: "2026-01-06" },
    { store: "gog", price: 20, recorded_at: "2026-01-01" },
  ]));
