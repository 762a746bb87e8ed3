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
    "385 руб.",
    "Mex$ 113.99",
    "S/.38.95",
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
  ["2026-11-01T10:00", "start", "2026-11-01T10:00:00.000Z"],
  ["2026-11-20T00:00:00", "start", "2026-11-20T00:00:00.000Z"],
  ["2026-12-01 23:59:59", "end", "2026-12-01T23:59:59.000Z"],
  ["2026-11-01T00:00:00-08", "start", "2026-11-01T08:00:00.000Z"],
  ["2026-11-01 10:00 UTC", "start", "2026-11-01T10:00:00.000Z"],
  ["2026-11-01T10:00:00.123456789Z", "start", "2026-11-01T10:00:00.123Z"],
  ["2026-11-01T10:00 CET", "start", undefined],
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
    ["an appid as Gamesplanet writes it", { steam_appid: "app/400" }, { ...prices, steamAppid: 400 }],
    ["a sale", { sale_price: "4.00 USD" }, { ...prices, priceMinor: 400 }],
    [
      "a sale that is on",
      { sale_price: "4.00 USD", sale_price_effective_date: "2026-11-01/2026-11-21" },
      { ...prices, priceMinor: 400, saleEndsAt: new Date("2026-11-21T23:59:59.999Z") },
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
    [{ price: "" }, "price", "names no price"],
    [{ price: "free?" }, "price", 'price: "free?" is not a price'],
    [{ sale_price: "12 USD" }, "price", "sale_price: is above the price"],
    [{ sale_price: "5 EUR" }, "currency", 'sale_price: "5 EUR" is not in US dollars'],
    [{ currency: "EUR", price: "10.00" }, "currency", 'price: "10.00" is not in US dollars'],
  ])("%j is refused", (fields, reason, message) => {
    expect(read(fields)).toMatchObject({ what: "line 7", reason, message });
  });
});

describe("an optional cell that cannot be read costs no price", () => {
  const now = new Date("2026-11-26T12:00:00Z");
  const read = (fields: object) => readFeedRow({ id: "1", price: "9.99 USD", ...fields }, 7, { now, currency: null });

  test.each<[fields: object, warning: string, more?: object]>([
    [{ availability: "maybe" }, 'availability: "maybe" is not known', { inStock: null }],
    [{ availability: "constructor" }, 'availability: "constructor" is not known', { inStock: null }],
    [{ availability: "✓✓" }, 'availability: "✓✓" is not known', { inStock: null }],
    [{ link: "javascript:alert(1)" }, 'link: "javascript:alert(1)" is not a web address'],
    [{ link: "www.shop.example" }, 'link: "www.shop.example" is not a web address'],
    [{ link: `https://x.example/${"x".repeat(2_000)}` }, "link: is longer than 2000 characters"],
    [{ steam_appid: "12a" }, 'steam_appid: "12a" is not an appid'],
    [{ steam_appid: "sub/54029" }, 'steam_appid: "sub/54029" is not an appid'],
    [{ steam_appid: "0" }, 'steam_appid: "0" is not an appid'],
    [{ title: "x".repeat(2_001) }, "title: is longer than 2000 characters"],
    [{ edition: "x".repeat(2_001) }, "edition: is longer than 2000 characters"],
    ...["soon", "11/20/2026", "2026-11-20", "2026-11-30/2026-11-20", "/", "a/b/c"].map(
      (dates) =>
        [
          { sale_price: "4.99 USD", sale_price_effective_date: dates },
          `sale_price_effective_date: "${dates}" is not start/end in ISO 8601`,
        ] as [object, string],
    ),
    [{ sale_price: "0.00 USD" }, "sale_price: is 0 without a date of its end"],
  ])("%j", (fields, warning, more = {}) => {
    expect(read(fields)).toEqual({
      productId: "1",
      line: 7,
      currency: "USD",
      priceMinor: 999,
      regularMinor: 999,
      warnings: [warning],
      ...more,
    });
  });

  test.each(["N/A", "n/a", "-", "null", "None", "  "])("%j in an optional cell is nothing", (nothing) => {
    const cells = { link: nothing, availability: nothing, steam_appid: nothing, sale_price: nothing, region: nothing };
    expect(read(cells)).toEqual({ productId: "1", line: 7, currency: "USD", priceMinor: 999, regularMinor: 999 });
  });

  test.each([
    // woocommerce#25155, facebook-for-woocommerce#1755
    "2026-11-20T00:00:00/2026-12-01T23:59:59",
    "2026-11-20 00:00:00/2026-12-01 23:59:59",
    "2026-11-20T00:00:00 / 2026-12-01T23:59:59",
    "2026-11-20T00:00-0800/2026-12-01T23:59-0800",
    "2026-11-20/2026-12-01",
    "/2026-12-01",
    "2026-11-20/",
  ])("a sale from and to %j is on", (dates) => {
    const row = read({ sale_price: "4.99 USD", sale_price_effective_date: dates });
    expect(row).toMatchObject({ priceMinor: 499, regularMinor: 999 });
    expect(row).not.toHaveProperty("warnings");
  });
});

describe("a price of 0", () => {
  const now = new Date("2026-11-26T12:00:00Z");
  const read = (fields: object) => readFeedRow({ id: "1", ...fields }, 7, { now, currency: "USD" });
  const ends = "2026-11-26/2026-11-30";

  // cubecart/v6#746, pinterest-for-woocommerce#265
  test.each<[fields: object]>([
    [{ title: "Portal 2", price: "0 USD", sale_price: "0 USD", availability: "in stock" }],
    [{ price: "0.00 USD" }],
    [{ price: "0" }],
    [{ price: "$0.00" }],
    [{ price: "0.00", title: "Free Realms" }],
    [{ price: "0.00 USD", region: "Region free" }],
    [{ price: "0.00 USD", title: "A Game with free DLC" }],
    [{ price: "0.00 USD", availability: "preorder" }],
    [{ price: "0.00 USD", sale_price: "0.00 USD", sale_price_effective_date: ends }],
    [{ price: "0.00 USD", platform: "Steam" }],
  ])("that stands alone is no price, unless the game is free at its platform: %j", (fields) => {
    expect(read(fields)).toMatchObject({ priceMinor: 0, isBareZero: true });
  });

  test.each<[fields: object]>([
    [{ price: "Free" }],
    [{ price: "free to play" }],
    [{ price: "Gratis" }],
    [{ price: "0.00 USD", title: "Warframe (Free to Play)" }],
    [{ price: "0.00 USD", title: "Warframe F2P" }],
    [{ price: "0.00 USD", edition: "Free-to-Play" }],
    [{ price: "0.00 USD", edition: "free" }],
    [{ price: "0.00 USD", title: "Sable – Giveaway" }],
    [{ price: "10.00 USD", sale_price: "Free" }],
    [{ price: "10.00 USD", sale_price: "0.00 USD", title: "Sable (giveaway)" }],
    [{ price: "10.00 USD", sale_price: "0.00 USD", sale_price_effective_date: ends }],
  ])("is free if the row says so: %j", (fields) => {
    const row = read(fields);
    expect(row).toMatchObject({ priceMinor: 0 });
    expect(row).not.toHaveProperty("isBareZero");
    expect("regularMinor" in row && row.regularMinor).toBe("price" in fields && fields.price === "10.00 USD" && 1000);
  });

  test.each<[fields: object]>([
    [{ title: "RimWorld", price: "0.00 USD", availability: "out of stock" }],
    [{ price: "Free", availability: "sold out" }],
    [{ price: "0.00 USD", title: "Sable giveaway", availability: "OutOfStock" }],
  ])("is never free out of stock: %j", (fields) => {
    expect(read(fields)).toMatchObject({ reason: "zero" });
  });

  test("of a sale that is out of stock is the regular price", () => {
    const fields = { price: "10.00 USD", sale_price: "0.00 USD", sale_price_effective_date: ends };
    expect(read({ ...fields, availability: "sold out" })).toMatchObject({ priceMinor: 1000, inStock: false });
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
      { region: "Europe & UK", activatesIn: ["EUROPE", "GB"], priceMinor: 999, regularMinor: 999 },
    ],
    [
      { price: "£9.99", title: "Sable Steam Key EUROPE" },
      "GBP",
      { title: "Sable Steam Key EUROPE", activatesOn: ["steam"], priceMinor: 999, regularMinor: 999 },
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

test.each<[columns: Record<string, string>, expected: object]>([
  [{ multipack: "4" }, { copies: 4 }],
  [{ multipack: "1", is_bundle: "no" }, {}],
  [{ multipack: "many", is_bundle: "yes" }, { isBundle: true }],
  [{ is_bundle: "TRUE" }, { isBundle: true }],
  [{ type: "DLC" }, { productType: "DLC" }],
  [{ product_type: "Games > DLC" }, { productType: "Games > DLC" }],
  [{ type: "key", product_type: "Games" }, { productType: "key | Games" }],
  [{ release_date: "2005-10-25" }, { releaseYear: 2005 }],
  [{ release_date: "25 Oct 2005" }, { releaseYear: 2005 }],
  [{ release_date: "2005" }, { releaseYear: 2005 }],
  [{ release_date: "10/25/05" }, {}],
  [{ release_date: "2005 or 2006" }, {}],
])("%j states what the product is: %j", (columns, expected) => {
  const row = readFeedRow({ id: "1", price: "9.99 USD", ...columns }, 2, { now: new Date(), currency: null });
  expect(row).toEqual({ productId: "1", line: 2, currency: "USD", priceMinor: 999, regularMinor: 999, ...expected });
});
