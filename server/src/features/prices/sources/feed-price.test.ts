import { describe, expect, test } from "vitest";
import { readPrice } from "./feed-price.ts";

test.each<[text: string, currency: string, minor: number]>([
  ["19.99 GBP", "GBP", 1_999],
  ["£25.99", "GBP", 2_599],
  ["GBP £25.99", "GBP", 2_599],
  ["1,299.00 GBP", "GBP", 129_900],
  ["8,19 EUR", "EUR", 819],
  ["8,19€", "EUR", 819],
  ["9.99 €", "EUR", 999],
  ["244.5 EUR", "EUR", 24_450],
  ["1.299,00 EUR", "EUR", 129_900],
  ["1 299,00 €", "EUR", 129_900],
  ["1\u202f299,00 €", "EUR", 129_900],
  ["CHF 1'299.00", "CHF", 129_900],
  ["CHF 1’299.00", "CHF", 129_900],
  ["45,99 zł", "PLN", 4_599],
  ["599 Kč", "CZK", 59_900],
  ["10 000 SEK", "SEK", 1_000_000],
  ["100 SEK", "SEK", 10_000],
  ["SEK 100", "SEK", 10_000],
  ["R$ 24,99", "BRL", 2_499],
  ["CDN$ 11.99", "CAD", 1_199],
  ["CA$11.99", "CAD", 1_199],
  ["CAD $11.99", "CAD", 1_199],
  ["₹ 359", "INR", 35_900],
  ["1.144.000 KZT", "KZT", 114_400_000],
  ["9680 JPY", "JPY", 9_680],
  ["¥ 9,680", "JPY", 9_680],
  ["¥ 173.00", "CNY", 17_300],
  ["9680.00 JPY", "JPY", 9_680],
  ["₩ 10,500", "KRW", 10_500],
  ["149.500 ₫", "VND", 149_500],
  ["16400000 VND", "VND", 16_400_000],
  ["27.08 OMR", "OMR", 27_080],
  ["28.2 OMR", "OMR", 28_200],
  ["2.205 OMR", "OMR", 2_205],
  ["0,205 OMR", "OMR", 205],
  ["1,299.500 KWD", "KWD", 1_299_500],
  ["0 KWD", "KWD", 0],
  ["free", "JPY", 0],
])("%j where %s is expected is %i minor units", (text, currency, priceMinor) => {
  expect(readPrice(text, null, currency)).toEqual({ priceMinor });
});

test.each<[text: string, currency: string, minor: number]>([
  ["25.99", "GBP", 2_599],
  ["8,19", "EUR", 819],
  ["11.99 $", "CAD", 1_199],
  ["125,00 kr", "NOK", 12_500],
  ["9680", "JPY", 9_680],
])("%j needs the currency %s from elsewhere", (text, currency, priceMinor) => {
  expect(readPrice(text, currency, currency)).toEqual({ priceMinor });
  const message = `${JSON.stringify(text)} does not say that it is in ${currency}`;
  expect(readPrice(text, null, currency)).toEqual({ reason: "currency", message });
});

describe("a price that is refused", () => {
  test.each<[text: string, stated: string | null, expected: string, message: string]>([
    ["19.99 EUR", null, "GBP", '"19.99 EUR" is not in GBP'],
    ["19.99 EUR", "GBP", "GBP", '"19.99 EUR" is not in GBP'],
    ["19.99", "EUR", "GBP", '"19.99" in EUR is not in GBP'],
    ["£19.99", "EUR", "EUR", '"£19.99" is not in EUR'],
    ["$19.99", "EUR", "EUR", '"$19.99" is not in EUR'],
    ["₦19.99", "EUR", "EUR", '"₦19.99" is not in EUR'],
    ["CA$19.99", "AUD", "AUD", '"CA$19.99" is not in AUD'],
    ["EUR £19.99", null, "EUR", '"EUR £19.99" is not in EUR'],
    ["¥ 9,680", null, "KRW", '"¥ 9,680" is not in KRW'],
    ["19.99 EUR", null, "USD", '"19.99 EUR" is not in US dollars'],
  ])("%j, stated %s, where %s is expected", (text, stated, expected, message) => {
    expect(readPrice(text, stated, expected)).toEqual({ reason: "currency", message });
  });

  test.each([
    ["1,299 EUR", "EUR"],
    ["1.299 GBP", "GBP"],
    ["10.000 SEK", "SEK"],
    ["1,299 OMR", "OMR"],
  ])("%j is ambiguous", (text, currency) => {
    const message = `${JSON.stringify(text)} may mean thousands or three decimals`;
    expect(readPrice(text, null, currency)).toEqual({ reason: "price", message });
  });

  test.each([
    ["19.999 JPY ", "EUR", "currency"],
    ["9680.50 JPY", "JPY", "price"],
    ["100000001 JPY", "JPY", "price"],
    ["0,299 EUR", "EUR", "price"],
    ["1.2345 OMR", "OMR", "price"],
    ["1.2.3 EUR", "EUR", "price"],
    ["1,29,900.00 INR", "INR", "price"],
    ["1,299,00 EUR", "EUR", "price"],
    ["1 29 EUR", "EUR", "price"],
    ["1.299,000.00 EUR", "EUR", "price"],
    [",99 EUR", "EUR", "price"],
    ["9,99,- EUR", "EUR", "price"],
    ["10000.01 GBP", "GBP", "price"],
    ["9.99 eur", "EUR", "price"],
    ["9.99 € / month", "EUR", "price"],
    ["-9.99 EUR", "EUR", "price"],
    ["9.99-19.99 EUR", "EUR", "price"],
  ])("%j is not a price in %s", (text, currency, reason) => {
    expect(readPrice(text, null, currency)).toMatchObject({ reason });
  });
});
