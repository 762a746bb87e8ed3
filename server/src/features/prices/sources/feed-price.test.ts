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
    [",9 EUR", "EUR", "price"],
    [",999 EUR", "EUR", "price"],
    [",99 USD", "USD", "price"],
    ["11,33 USD", "USD", "price"],
    ["9⁹⁹ €", "EUR", "price"],
    ["9.9899 EUR", "EUR", "price"],
    ["8,- 9,- EUR", "EUR", "price"],
    ["9,99,- EUR", "EUR", "price"],
    ["10000.01 GBP", "GBP", "price"],
    ["9.99 € / month", "EUR", "price"],
    ["-9.99 EUR", "EUR", "price"],
    ["9.99-19.99 EUR", "EUR", "price"],
  ])("%j is not a price in %s", (text, currency, reason) => {
    expect(readPrice(text, null, currency)).toMatchObject({ reason });
  });
});

// pricebuddy#173, price-parser#58, price-parser#46, inventory-hunter#122
describe("a price as people write it in the market", () => {
  test.each<[text: string, locale: string, currency: string, minor: number]>([
    ["1.226 €", "de-DE", "EUR", 122_600],
    ["1.226,00 €", "de-DE", "EUR", 122_600],
    ["€ 1.226", "nl-NL", "EUR", 122_600],
    [",89 €", "de-DE", "EUR", 89],
    ["€ ,89", "de-DE", "EUR", 89],
    ["$.99 USD", "en-US", "USD", 99],
    ["8,- €", "de-DE", "EUR", 800],
    ["8,-€", "de-DE", "EUR", 800],
    ["€ 8,--", "nl-NL", "EUR", 800],
    ["8,– €", "de-DE", "EUR", 800],
    ["1.299,- €", "de-DE", "EUR", 129_900],
    ["14.9900 EUR", "de-DE", "EUR", 1_499],
    ["3.3500 EUR", "de-DE", "EUR", 335],
    ["14,990000 EUR", "de-DE", "EUR", 1_499],
    ["9.989999999999998 USD", "en-US", "USD", 999],
    ["12.290000000000001 GBP", "en-GB", "GBP", 1_229],
    ["2879.2 EUR", "de-DE", "EUR", 287_920],
    ["CHF 1'299.00", "de-CH", "CHF", 129_900],
    ["CHF 1’299.–", "de-CH", "CHF", 129_900],
    ["Fr. 12.50", "de-CH", "CHF", 1_250],
    ["1 099,00 EUR", "fr-FR", "EUR", 109_900],
    ["1\u00a0099,00 €", "fr-FR", "EUR", 109_900],
    ["1\u202f099,00 €", "fr-FR", "EUR", 109_900],
    ["5€99", "fr-FR", "EUR", 599],
    ["12 € 50", "fr-FR", "EUR", 1_250],
    ["R$ 1.299,90", "pt-BR", "BRL", 129_990],
    ["R$ 24,99", "pt-BR", "BRL", 2_499],
    ["kr 129:- SEK", "sv-SE", "SEK", 12_900],
    ["129:- SEK", "sv-SE", "SEK", 12_900],
    ["129:50 SEK", "sv-SE", "SEK", 12_950],
    ["NOK 129,-", "nb-NO", "NOK", 12_900],
    ["１２．９９ EUR", "de-DE", "EUR", 1_299],
    ["￥９，６８０", "ja-JP", "JPY", 9_680],
    ["9,680円", "ja-JP", "JPY", 9_680],
    ["١٢٫٩٩ AED", "ar-AE", "AED", 1_299],
    ["۱۲٫۹۹ AED", "ar-AE", "AED", 1_299],
    ["₹ १,२९९.००", "hi-IN", "INR", 129_900],
    ["฿ ๒๙๙.๐๐", "th-TH", "THB", 29_900],
    ["₹1,29,900.00", "en-IN", "INR", 12_990_000],
    ["1,299 INR", "en-IN", "INR", 129_900],
    ["385 руб.", "ru-RU", "RUB", 38_500],
    ["19.990 COP", "es-CO", "COP", 1_999_000],
    ["$ 19.990 COP", "es-CO", "COP", 1_999_000],
    ["4.990 Ft", "hu-HU", "HUF", 499_000],
    ["8,19 USD", "es-AR", "USD", 819],
    ["$1,299", "en-US", "USD", 129_900],
    ["£1,299", "en-GB", "GBP", 129_900],
    ["S/.38.95", "es-PE", "PEN", 3_895],
    ["9.99 eur", "de-DE", "EUR", 999],
    ["\u200e9.99\u00a0EUR\u200f", "de-DE", "EUR", 999],
    ["1.234 KWD", "ar-KW", "KWD", 1_234],
    ["12.5000 KWD", "ar-KW", "KWD", 12_500],
  ])("%j in %s, %s, is %i minor units", (text, locale, currency, priceMinor) => {
    // what people write with $ or kr alone needs the currency from elsewhere
    expect(readPrice(text, currency, currency, locale)).toEqual({ priceMinor });
  });

  test.each<[text: string, locale: string, currency: string]>([
    ["1,226 €", "de-DE", "EUR"],
    ["1.226 EUR", "de-DE", "EUR"],
    ["4.990 EUR", "de-DE", "EUR"],
    ["1.226", "de-DE", "EUR"],
    ["£1.299", "en-GB", "GBP"],
    ["1,299 USD", "en-US", "USD"],
    ["1.299 USD", "en-US", "USD"],
    ["10.000 SEK", "sv-SE", "SEK"],
    ["1.299 €", "en-IE", "EUR"],
    ["1,299 KWD", "ar-KW", "KWD"],
  ])("%j in %s stays ambiguous", (text, locale, currency) => {
    expect(readPrice(text, currency, currency, locale)).toMatchObject({
      reason: "price",
      message: expect.stringContaining("may mean"),
    });
  });

  test.each<[text: string, stated: string | null, name: string]>([
    ["9.99 GPB", null, "GPB"],
    ["9.99 ZZZ", null, "ZZZ"],
    ["ZZZ 9.99", "GBP", "ZZZ"],
    ["9.99 pounds", null, "pounds"],
    ["9.99 Euros", null, "Euros"],
    ["dollars 9.99", null, "dollars"],
    ["9.99", "POUNDS", "POUNDS"],
    ["9.99", "ZZZ", "ZZZ"],
    ["9.99 XAU", null, "XAU"],
    ["9.99 DEM", null, "DEM"],
  ])("%j, stated %s, is refused with the name of the unknown currency", (text, stated, name) => {
    const message = `${JSON.stringify(text)} is in ${JSON.stringify(name)}, which is no currency`;
    expect(readPrice(text, stated, "GBP")).toEqual({ reason: "currency", message });
  });
});
