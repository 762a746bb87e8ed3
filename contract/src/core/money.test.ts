import { describe, expect, test } from "vitest";
import { highestPriceIn } from "./currencies.ts";
import { formatPrice, formatPriceOrFree, toAmount, toMinor } from "./money.ts";

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
])("%s dollars are %s cents", (dollars, cents) => expect(toMinor(dollars)).toBe(cents));

test("every price in cents converts to dollars and back", () => {
  const all = Array.from({ length: 100_001 }, (_, cents) => cents);
  expect(all.filter((cents) => toMinor(toAmount(cents)) !== cents)).toEqual([]);
});

test.each([
  [5, "$5.00"],
  [0, "$0.00"],
  [59.99, "$59.99"],
  [null, "N/A"],
  [undefined, "N/A"],
])("%s is shown as %s (spec/prices 1.3)", (price, text) => expect(formatPrice(price)).toBe(text));

test("a price of 0 is shown as Free in the shop", () => expect(formatPriceOrFree(0)).toBe("Free"));

describe("currencies", () => {
  test.each([
    // as many decimals as the currency has
    ["USD", "en-US", 1_099.5, 109_950, "$1099.50"],
    ["GBP", "en-GB", 1_099.5, 109_950, "£1,099.50"],
    ["EUR", "de-DE", 1_099.5, 109_950, "1.099,50 €"],
    ["EUR", "fr-FR", 8.19, 819, "8,19 €"],
    ["PLN", "pl-PL", 71.99, 7_199, "71,99 zł"],
    ["BRL", "pt-BR", 124.99, 12_499, "R$ 124,99"],
    ["INR", "en-IN", 129_900, 12_990_000, "₹1,29,900.00"],
    ["JPY", "ja-JP", 9_680, 9_680, "￥9,680"],
    ["KRW", "ko-KR", 27_000, 27_000, "₩27,000"],
    ["VND", "vi-VN", 784_000, 784_000, "784.000 ₫"],
    ["CLP", "es-CL", 24_900, 24_900, "$24.900"],
    ["KWD", "en-KW", 3.125, 3_125, "KWD 3.125"],
    ["OMR", "en-OM", 4.5, 4_500, "OMR 4.500"],
  ])("%s in %s: %d is %d minor units, written %s", (currency, locale, amount, minor, text) => {
    expect(toMinor(amount, currency)).toBe(minor);
    expect(toAmount(minor, currency)).toBe(amount);
    expect(formatPrice(amount, { currency, locale }).replaceAll(/\s/g, " ")).toBe(text);
  });

  test.each([
    ["JPY", 9_680.5],
    ["KRW", 0.1],
    ["GBP", 9.999],
    ["KWD", 3.1255],
    ["JPY", 1_000_001],
    ["OMR", -1],
  ])("%s has no price of %d", (currency, amount) => expect(toMinor(amount, currency)).toBeNull());

  test("amounts of every currency convert and back, and sort as they are", () => {
    for (const currency of ["USD", "JPY", "KWD", "VND", "IDR", "COP"]) {
      const minors = Array.from({ length: 2_000 }, (_, n) => n * 499);
      const amounts = minors.map((minor) => toAmount(minor, currency));
      expect(amounts.map((amount) => toMinor(amount, currency))).toEqual(minors);
      expect(amounts.toSorted((a, b) => a - b)).toEqual(amounts);
    }
  });

  test("the highest price is some 10,000 dollars, as far as a database can hold it", () => {
    expect(highestPriceIn("USD")).toBe(1_000_000);
    expect(highestPriceIn("JPY")).toBe(1_000_000);
    expect(highestPriceIn("KRW")).toBe(10_000_000);
    expect(highestPriceIn("IDR")).toBe(2_147_483_647);
  });
});

test.each([
  ["POUNDS", "en-GB", "9.99 POUNDS"],
  ["", "en-GB", "9.99 "],
  ["12", "de-DE", "9.99 12"],
  ["GBP", "not a language", "9.99 GBP"],
])("a price in the odd currency %j, language %j, is still shown", (currency, locale, shown) => {
  expect(formatPrice(9.99, { currency, locale })).toBe(shown);
});

test("the letters and the sign of a currency stay together from right to left", () => {
  const written = formatPrice(6.24, { currency: "USD", locale: "ar-US", narrow: true });
  // marks of the direction: right to left for the price, left to right for its currency; apart from what is around
  expect(written).toBe("\u2067\u200f6.24\u00a0US$\u200e\u2069");
});
