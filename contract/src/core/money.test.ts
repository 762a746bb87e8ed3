import { expect, test } from "vitest";
import { formatPrice, formatPriceOrFree, toCents, toDollars } from "./money.ts";

test.each([
  [0, 0],
  [19.99, 1999],
  [59.9, 5990],
  [10_000, 1_000_000],
  [10_000.01, null],
  [-0.01, null],
  [1.005, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
])("%s dollars are %s cents", (dollars, cents) => expect(toCents(dollars)).toBe(cents));

test("every price in cents converts to dollars and back", () => {
  for (let cents = 0; cents <= 100_000; cents++) expect(toCents(toDollars(cents))).toBe(cents);
});

test.each([
  [5, "$5.00"],
  [0, "$0.00"],
  [59.99, "$59.99"],
  [null, "N/A"],
  [undefined, "N/A"],
])("%s is shown as %s (spec/prices 1.3)", (price, text) => expect(formatPrice(price)).toBe(text));

test("a price of 0 is shown as Free in the shop", () => expect(formatPriceOrFree(0)).toBe("Free"));
