import { expect, test } from "vitest";
import { convert } from "./rates.ts";

const rates = {
  day: "2026-03-13",
  rates: { USD: 1.1476, GBP: 0.86503, JPY: 182.85, KRW: 1711.87, IDR: 19395.07, SEK: 1.005, DKK: 0.995, OMR: 0.4413 },
};

test.each<[what: string, minor: number, from: string, to: string, expected: number | null]>([
  ["from euros", 1999, "EUR", "USD", 2294],
  ["to euros", 1999, "USD", "EUR", 1742],
  ["by way of euros", 5999, "USD", "GBP", 4522],
  ["to a currency without decimals", 5999, "EUR", "JPY", 10_969],
  ["from a currency without decimals", 7980, "JPY", "USD", 5008],
  ["between two without decimals", 7980, "JPY", "KRW", 74_710],
  ["to a currency with three decimals", 5999, "USD", "OMR", 23_069],
  ["from a currency with three decimals", 23_069, "OMR", "USD", 5999],
  ["to large amounts", 1_000_000, "USD", "IDR", 16_900_548_972],
  ["half a unit is rounded up", 100, "EUR", "SEK", 101],
  ["also where a binary fraction is a little less", 300, "EUR", "SEK", 302],
  ["less than half a unit is rounded down", 98, "EUR", "SEK", 98],
  ["half a unit above a whole one", 100, "EUR", "DKK", 100],
  ["nothing is nothing", 0, "USD", "JPY", 0],
  ["the smallest amount may become nothing", 1, "KRW", "GBP", 0],
  ["the same currency stays as it is", 1999, "USD", "USD", 1999],
  ["also one without a rate", 199_900, "RUB", "RUB", 199_900],
  ["from a currency without a rate", 199_900, "RUB", "USD", null],
  ["to a currency without a rate", 1999, "USD", "KWD", null],
  ["from a name that JavaScript objects inherit", 1999, "constructor", "USD", null],
])("%s", (_, minor, from, to, expected) => expect(convert(minor, from, to, rates)).toBe(expected));

test.each([
  ["another currency", "USD", "EUR", null],
  ["the same currency", "USD", "USD", 1999],
  ["euros in euros", "EUR", "EUR", 1999],
])("before rates are known: %s", (_, from, to, expected) => expect(convert(1999, from, to, null)).toBe(expected));
