import { expect, test } from "vitest";
import type { StoreKey } from "../stores.ts";
import { priceTrend } from "./rules.ts";

const at = (day: number, origin: StoreKey, price: number | null) => ({
  recorded_at: `2026-01-${String(day).padStart(2, "0")}T00:00:00.000Z`,
  origin,
  price,
});

test.each([
  ["no record", [], null],
  ["one record", [at(1, "steam", 10)], null],
  ["a rise", [at(1, "steam", 10), at(2, "steam", 15)], { direction: "up", percentage: 50 }],
  ["a drop", [at(1, "steam", 30), at(2, "steam", 20)], { direction: "down", percentage: 33.3 }],
  [
    "other stores do not count",
    [at(1, "gog", 5), at(2, "steam", 20), at(3, "steam", 10)],
    { direction: "down", percentage: 50 },
  ],
  ["the latest store has one record", [at(1, "gog", 5), at(2, "gog", 6), at(3, "steam", 10)], null],
  ["back where it was", [at(1, "steam", 10), at(2, "steam", 5), at(3, "steam", 10)], null],
  ["a free start has no percentage", [at(1, "steam", 0), at(2, "steam", 5)], null],
  [
    "no longer sold is passed over",
    [at(1, "steam", 10), at(2, "steam", 5), at(3, "steam", null)],
    { direction: "down", percentage: 50 },
  ],
] as const)("trend of %s", (_, history, expected) => expect(priceTrend([...history])).toEqual(expected));
