import { expect, test } from "vitest";
import { axisPrice } from "./price-chart.tsx";

test.each([
  [0, "USD", "en-US", "$0"],
  [0.8, "USD", "en-US", "$0.80"],
  [20, "USD", "en-US", "$20"],
  [12_500, "JPY", "en-US", "¥12.5K"],
  [0.2, "EUR", "de-DE", "0,20 €"],
  [0.5, "KWD", "en-US", "KWD 0.500"],
  // apart from what is around it, or it would be drawn in the order of an English page
  [20, "USD", "ar-US", "\u2067\u200f20 US$\u200e\u2069"],
])("%d %s in %s is %s", (price, currency, locale, expected) =>
  // some formats have a no-break space before the symbol
  expect(axisPrice(price, { currency, locale }).replace(/\s/g, " ")).toBe(expected),
);
