import { describe, expect, test } from "vitest";
import { readPrice } from "./feed-price.ts";
import { readFeedRow } from "./feed-row.ts";
import { readMoment } from "./readings.ts";

describe("a price of a feed", () => {
  test.each([
    ["15.00 USD", 1500],
    ["15 USD", 1500],
    ["9.9 USD", 990],
    ["USD 15.00", 1500],
    ["US$15.00", 1500],
    ["$12.24 USD", 1224],
    ["12.24$ USD", 1224],
    ["1,299.00 USD", 129_900],
    ["10000 USD", 1_000_000],
    ["0.00 USD", 0],
    ["Free", 0],
    ["Free To Play", 0],
    [" 15.00  USD ", 1500],
  ])("%j is %i cents", (text, priceMinor) => {
    expect(readPrice(text, null)).toEqual({ priceMinor });
  });

  test.each([
    ["39.99", 3999],
    ["$39.99", 3999],
  ])("%j is %i cents if the feed is in USD, and refused otherwise", (text, priceMinor) => {
    expect(readPrice(text, "USD")).toEqual({ priceMinor });
    expect(readPrice(text, null)).toMatchObject({ reason: "currency" });
    expect(readPrice(text, "EUR")).toMatchObject({ reason: "currency" });
  });

  test.each([
    "£25.99",
    "9.99 €",
    "8,19€",
    "₹3,249",
    "15.00 EUR",
    "EUR 15.00",
    "CA$15.00",
    "USD 15.00 EUR",
    "47.00 SAR",
  ])("%j is in another currency, whatever the feed states elsewhere", (text) => {
    expect(readPrice(text, "USD")).toMatchObject({ reason: "currency" });
  });

  test.each([
    "-5.00 USD",
    "15.00 USD EUR",
    "15.001 USD",
    "8,19 USD",
    "1,299 USD",
    "10000.01 USD",
    "1e3 USD",
    "$9.99 USD / month",
    "-90%$13.70$1.37",
    "Factorio Demo",
    "N/A",
    "385 руб.",
    "Mex$ 113.99",
    "S/.38.95",
    "Infinity USD",
    "0x10 USD",
    "",
  ])("%j is not a price", (text) => {
    expect(readPrice(text, "USD")).toMatchObject({ reason: "price" });
  });
});

test.each([
  ["2026-11-01T00:00-0800", "start", "2026-11-01T08:00:00.000Z"],
  ["2026-11-01T00:00:00+01:00", "start", "2026-10-31T23:00:00.000Z"],
  ["2026-11-01 10:30:00.5Z", "start", "2026-11-01T10:30:00.500Z"],
  ["2026-11-01", "start", "2026-11-01T00:00:00.000Z"],
  ["2026-11-01", "end", "2026-11-01T23:59:59.999Z"],
  ["2026-02-30", "start", undefined],
  ["2026-11-01T25:00Z", "start", undefined],
  ["2026-11-01T10:00", "start", undefined],
  ["11/01/2026", "start", undefined],
  ["21 Aug, 2012", "start", undefined],
  ["Q3 2025", "start", undefined],
  ["1762000000", "start", undefined],
  ["", "start", undefined],
] as const)("the moment %j as %s is %s", (text, side, moment) => {
  expect(readMoment(text, side)?.toISOString()).toBe(moment);
});

describe("a row of a feed", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const read = (fields: object) => readFeedRow({ id: "1", price: "10.00 USD", ...fields }, 7, { now, currency: null });
  const prices = { productId: "1", line: 7, currency: "USD", priceMinor: 1000, regularMinor: 1000 };

  test.each([
    [
      "all fields",
      {
        title: " Sable &amp; Friends™ ",
        link: "https://x.example/1",
        availability: "In Stock",
        steam_appid: "757310",
        platform: "PC",
        region: "Global",
        edition: "Standard",
      },
      {
        ...prices,
        title: "Sable & Friends™",
        link: "https://x.example/1",
        inStock: true,
        steamAppid: 757310,
        platform: "PC",
        region: "Global",
        activatesIn: ["GLOBAL"],
        edition: "Standard",
      },
    ],
    ["little", { title: "", availability: null, steam_appid: "  " }, prices],
    ["a sale", { sale_price: "4.00 USD" }, { ...prices, priceMinor: 400 }],
    [
      "a sale that is on",
      { sale_price: "4.00 USD", sale_price_effective_date: "2026-11-01/2026-11-21" },
      { ...prices, priceMinor: 400 },
    ],
    ["a sale that is over", { sale_price: "4.00 USD", sale_price_effective_date: "2026-11-01/2026-11-20" }, prices],
    ["a sale to come", { sale_price: "4.00 USD", sale_price_effective_date: "2026-11-22/2026-11-30" }, prices],
    [
      "a giveaway",
      { sale_price: "0 USD", sale_price_effective_date: "2026-11-21T00:00Z/2026-11-22T00:00Z" },
      { ...prices, priceMinor: 0, startsAt: new Date("2026-11-21"), endsAt: new Date("2026-11-22") },
    ],
    ["out of stock", { availability: "out_of_stock" }, { ...prices, inStock: false }],
    ["unknown stock", { availability: "preorder" }, { ...prices, inStock: null }],
    ["a currency in a column", { price: "10.00", currency: "usd" }, prices],
  ])("%s", (_, fields, expected) => {
    expect(read(fields)).toEqual(expected);
  });

  test.each([
    [{ id: "" }, "shape", "names no id"],
    [{ id: "a\u0000b" }, "shape", 'id: "a\\u0000b" is not an id'],
    [{ id: "x".repeat(501) }, "shape", `id: "${"x".repeat(56)}… is not an id`],
    [{ sale_price: "0.00 USD" }, "price", "sale_price: is 0 without a date of its end"],
    [{ price: "" }, "price", "names no price"],
    [{ price: "free?" }, "price", 'price: "free?" is not a price'],
    [{ sale_price: "12 USD" }, "price", "sale_price: is above the price"],
    [{ sale_price: "5 EUR" }, "currency", 'sale_price: "5 EUR" is not in US dollars'],
    [
      { sale_price: "5 USD", sale_price_effective_date: "soon" },
      "shape",
      'sale_price_effective_date: "soon" is not start/end in ISO 8601',
    ],
    [{ link: "javascript:alert(1)" }, "shape", 'link: "javascript:alert(1)" is not a web address'],
    [{ availability: "maybe" }, "shape", 'availability: "maybe" is not known'],
    [{ availability: "constructor" }, "shape", 'availability: "constructor" is not known'],
    [{ steam_appid: "12a" }, "shape", 'steam_appid: "12a" is not an appid'],
    [{ title: "x".repeat(2_001) }, "shape", "title: is longer than 2000 characters"],
    [{ currency: "EUR", price: "10.00" }, "currency", 'price: "10.00" is not in US dollars'],
  ])("%j is refused", (fields, reason, message) => {
    expect(read(fields)).toMatchObject({ what: "line 7", reason, message });
  });
});

describe("a row of a feed in another currency", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const read = (fields: object, expected: string, currency: string | null = null) =>
    readFeedRow({ id: "1", ...fields }, 7, { now, currency, expected });
  const offer = { productId: "1", line: 7 };

  test.each<[fields: object, currency: string, expected: object]>([
    [{ price: "9,680 JPY" }, "JPY", { priceMinor: 9_680, regularMinor: 9_680 }],
    [{ price: "9680", currency: "jpy" }, "JPY", { priceMinor: 9_680, regularMinor: 9_680 }],
    [{ price: "1.299,00 EUR", sale_price: "8,19 EUR" }, "EUR", { priceMinor: 819, regularMinor: 129_900 }],
    [{ price: "27.08 OMR", sale_price: "20.2 OMR" }, "OMR", { priceMinor: 20_200, regularMinor: 27_080 }],
    [
      { price: "£9.99", region: "Europe & UK" },
      "GBP",
      { region: "Europe & UK", activatesIn: ["EU", "GB"], priceMinor: 999, regularMinor: 999 },
    ],
    [
      { price: "£9.99", title: "Sable Steam Key EUROPE" },
      "GBP",
      { title: "Sable Steam Key EUROPE", activatesIn: ["EU"], priceMinor: 999, regularMinor: 999 },
    ],
  ])("%j in %s", (fields, currency, expected) => {
    expect(read(fields, currency)).toEqual({ ...offer, currency, ...expected });
  });

  test.each<[fields: object, currency: string, reason: string, message: string]>([
    [{ price: "9.99 EUR" }, "GBP", "currency", 'price: "9.99 EUR" is not in GBP'],
    [{ price: "9.99", currency: "EUR" }, "GBP", "currency", 'price: "9.99" in EUR is not in GBP'],
    [{ price: "9.99 GBP", sale_price: "1 EUR" }, "GBP", "currency", 'sale_price: "1 EUR" is not in GBP'],
    [{ price: "9.99 GBP", sale_price: "19.99 GBP" }, "GBP", "price", "sale_price: is above the price"],
    [{ price: "9680.5 JPY" }, "JPY", "price", 'price: "9680.5 JPY" is not a price from 0 to 1000000 without decimals'],
  ])("%j is refused where %s is expected", (fields, currency, reason, message) => {
    expect(read(fields, currency)).toMatchObject({ reason, message });
  });
});
