import { readFileSync } from "node:fs";
import type { FeedColumn } from "contract/prices/feed-rules.ts";
import { describe, expect, test } from "vitest";
import { sharedData } from "../../../test/shared-data.ts";
import { createClient, parseJson } from "./client.ts";
import { readGiveaways } from "./epic.ts";
import { openFeed } from "./feed.ts";
import { gogCurrency, readGogPage } from "./gog.ts";
import type { Reading } from "./readings.ts";
import type { SourceOffer } from "./source.ts";
import { readSteamPrices } from "./steam.ts";

const upstream = sharedData("upstream");
const markets = sharedData("markets.csv");

const json = (path: string) => parseJson(readFileSync(path), path);

/** `620: 975 of 975 EUR` of an offer, `11: currency` of a refusal. */
function summaryOf({ items, refusals }: Reading<SourceOffer>): string[] {
  return [
    ...items.map(({ productId, priceMinor, regularMinor, currency }) => {
      if (priceMinor === undefined) return `${productId}: no price in ${currency}`;
      return `${productId}: ${priceMinor}${regularMinor === undefined ? "" : ` of ${regularMinor}`} ${currency}`;
    }),
    ...refusals.map(({ what, reason }) => `${what}: ${reason}`),
  ];
}

describe.skipIf(!upstream)("Steam in the markets", () => {
  const folder = `${upstream}/steam-regions`;

  test("upstream/steam-regions/price_overview-observed-by-country.jsonl", () => {
    const rows = readFileSync(`${folder}/price_overview-observed-by-country.jsonl`, "utf8").trim().split("\n");
    const read = rows.map((line) => {
      const { appid, cc, price_overview } = JSON.parse(line);
      const id = appid ?? 1;
      const body = { [id]: { success: true, data: { price_overview } } };
      return `${cc} ${summaryOf(readSteamPrices(body, [id], price_overview.currency))}`;
    });
    expect(read).toEqual([
      "cz 620: 975 of 975 EUR",
      "de 620: 975 of 975 EUR",
      "us 620: 999 of 999 USD",
      "gb 620: 850 of 850 GBP",
      "pl 620: 4599 of 4599 PLN",
      "cz 1174180: 1499 of 5999 EUR",
      "br 1174180: 7497 of 29990 BRL",
      "br 1091500: 19990 of 19990 BRL",
      "br 413150: 2499 of 2499 BRL",
      "gb 10: 719 of 719 GBP",
      "kr 105600: 10500 of 10500 KRW",
      "kr 3456780: 5500 of 5500 KRW",
      "kr 4436560: 18900 of 21000 KRW",
      "jp 1680880: 9680 of 9680 JPY",
      "jp 1414850: 5150 of 5150 JPY",
      "cn 1997660: 17300 of 17300 CNY",
      "cn 838350: 10800 of 10800 CNY",
      "tw 438640: 115500 of 165000 TWD",
      "hk 1034140: 24900 of 24900 HKD",
      "ua 292030: 134900 of 134900 UAH",
      "ua 413150: 11225 of 44900 UAH",
      "ua 297130: 2200 of 22900 UAH",
      "in 1245620: 199950 of 399900 INR",
      // recorded by hand without its regular price, unlike a response of Steam
      "in 292030: shape",
      "ru 2445990: 100000 of 100000 RUB",
      "ru 756800: 58400 of 149900 RUB",
      "mx 1: shape",
      "lk 1: 1224 of 3499 USD",
    ]);
  });

  test.each<[file: string, currency: string, expected: string[]]>([
    [
      "price_overview-jpy.json",
      "JPY",
      ["1680880: 9680 of 9680 JPY", "2598690: no price in JPY", "999999999: null JPY"],
    ],
    ["price_overview-krw.json", "KRW", ["1: null KRW", "3456780: 5500 of 5500 KRW", "3456790: no price in KRW"]],
    [
      "price_overview-uah.json",
      "UAH",
      ["570: no price in UAH", "292030: 67450 of 134900 UAH", "413150: 44900 of 44900 UAH"],
    ],
    ["price_overview-free-weekend-uah.json", "UAH", ["297130: 2200 of 22900 UAH"]],
    [
      "price_overview-batch-eur-cz-2026-08-30.json",
      "EUR",
      [
        "570: no price in EUR",
        "620: 975 of 975 EUR",
        "323180: no price in EUR",
        "1174180: 1499 of 5999 EUR",
        "999999999: null EUR",
      ],
    ],
    [
      "price_overview-batch-eur-cz-2026-08-30.json",
      "CZK",
      ["570: no price in CZK", "323180: no price in CZK", "999999999: null CZK", "620: currency", "1174180: currency"],
    ],
  ])("upstream/steam-regions/%s where %s is expected", (file, currency, expected) => {
    const body = json(`${folder}/${file}`);
    expect(summaryOf(readSteamPrices(body, Object.keys(body as object).map(Number), currency))).toEqual(expected);
  });

  test("upstream/steam-regions/appid-400-multi-without-filter.txt is refused", () => {
    const path = `${folder}/appid-400-multi-without-filter.txt`;
    expect(() => readSteamPrices(json(path), [400], "USD")).toThrow("Steam responded null instead of games");
  });
});

describe("Steam's hundredths", () => {
  const read = (currency: string, final: number, text?: string, expected = currency) => {
    const price_overview = { currency, initial: final, final, final_formatted: text };
    const { items, refusals } = readSteamPrices({ 620: { success: true, data: { price_overview } } }, [620], expected);
    return items[0]?.priceMinor ?? refusals[0];
  };

  test.each<[currency: string, hundredths: number, text: string, minor: number]>([
    ["KWD", 220, "2.200 KD", 2_200],
    ["KWD", 220, "2.20 KD", 2_200],
    ["CLP", 659_900, "CLP$ 6.599", 6_599],
    ["VND", 14_950_000, "149.500₫", 149_500],
    ["IDR", 9_449_900, "Rp 94 499", 9_449_900],
    ["IDR", 2_362_475, "Rp 23 624", 2_362_475],
    ["RUB", 58_450, "585 руб.", 58_450],
    ["CHF", 875, "CHF 8.75", 875],
    ["EUR", 5_900, "59,--€", 5_900],
  ])("%s %i, shown as %j, are %i minor units", (currency, hundredths, text, minor) => {
    expect(read(currency, hundredths, text)).toBe(minor);
  });

  test.each([
    ["JPY", 968_050, undefined, "968050 of 968050 hundredths are not prices in JPY"],
    ["JPY", 100_000_100, undefined, "100000100 of 100000100 hundredths are not prices in JPY"],
    ["EUR", 975, "10€", 'costs 975 hundredths, and "10€" too'],
    ["UAH", 11_225, "113.50 ₴", 'costs 11225 hundredths, and "113.50 ₴" too'],
    ["UAH", 11_225, "114 ₴", 'costs 11225 hundredths, and "114 ₴" too'],
  ])("%s %i, shown as %j, are refused", (currency, hundredths, text, message) => {
    expect(read(currency, hundredths, text)).toMatchObject({ reason: "price", message });
  });

  test("another currency is refused with the names of both", () => {
    expect(read("EUR", 975, "9,75€", "GBP")).toMatchObject({ reason: "currency", message: 'costs "EUR", not GBP' });
  });
});

describe("GOG in the markets", () => {
  test.skipIf(!upstream)("upstream/gog-regions/catalog-v1-US-3-products-2026-10-06.json", () => {
    const path = `${upstream}/gog-regions/catalog-v1-US-3-products-2026-10-06.json`;
    // the capture lacks the number of products
    const body = { ...(json(path) as object), productCount: 3 };
    expect(summaryOf(readGogPage(body, "USD"))).toEqual([
      "1211776926: 149 of 2959 USD",
      "1859396546: 149 of 2999 USD",
      "2147483119: 175 of 3499 USD",
    ]);
    expect(readGogPage(body, "GBP")).toMatchObject({
      items: [],
      refusals: Array(3).fill({ reason: "currency", message: 'costs "USD", not GBP' }),
    });
  });

  test.skipIf(!upstream)("upstream/gog/catalog-v1-products-observed.json", () => {
    const body = json(`${upstream}/gog/catalog-v1-products-observed.json`);
    expect(summaryOf(readGogPage(body, "USD"))).toEqual(["2093619782: 899 of 2999 USD", "1207658787: 249 of 999 USD"]);
  });

  test.skipIf(!markets)("markets.csv: the currencies in which GOG charges", () => {
    const [header, ...rows] = readFileSync(markets!, "utf8").trim().split(/\r?\n/);
    const column = header!.split(",").indexOf("gog_currency");
    const charged = rows.map((row) => row.split(",")).map((cells) => [cells[0]!, cells[column]!] as const);
    expect(charged.length).toBeGreaterThan(50);
    expect(charged.map(([country]) => [country, gogCurrency(country)])).toEqual(charged);
  });
});

describe.skipIf(!upstream)("Epic in the markets", () => {
  const read = (file: string, currency: string, now: string) =>
    readGiveaways(json(`${upstream}/epic-regions/${file}`), new Date(now), currency);

  test("freeGamesPromotions-KR-ko-2026-08-22.json: what is given away on that day", () => {
    expect(read("freeGamesPromotions-KR-ko-2026-08-22.json", "KRW", "2026-08-22T12:00:00Z")).toEqual({
      items: [
        {
          productId: "epic:a802acab90af4a07952a07a9fa677f2f",
          title: "에픽 메이지 번들",
          currency: "KRW",
          priceMinor: 0,
          link: "https://store.epicgames.com/en-US/p/albion-online-epic-mage-bundle-2ceb19",
          inStock: true,
          activatesOn: ["epic"],
          startsAt: new Date("2026-08-20T15:00:00Z"),
          endsAt: new Date("2026-08-27T15:00:00Z"),
          isAddition: true,
        },
      ],
      refusals: [],
    });
  });

  test("freeGamesPromotions-VN-4-elements-2026-09.json: 20 % of the price are not nothing", () => {
    expect(read("freeGamesPromotions-VN-4-elements-2026-09.json", "VND", "2026-09-15T12:00:00Z").items).toEqual([]);
  });

  test.each([
    ["freeGamesPromotions-KR-ko-2026-08-22.json", "KRW", [27_000, 20_000, 20_400, 40_900, 22_600, 8_900, undefined]],
    ["freeGamesPromotions-VN-4-elements-2026-09.json", "VND", [186_000, 188_000, 209_000, 784_000]],
    ["freeGamesPromotions-RU-3-elements-2026.json", "RUB", [44_900, 44_900, 59_900]],
    ["freeGamesPromotions-RU-3-elements-2026.json", "USD", [undefined, undefined, undefined]],
  ])("%s: what everything would cost that was given away, where %s is expected", (file, currency, regular) => {
    const body = json(`${upstream}/epic-regions/${file}`) as {
      data: { Catalog: { searchStore: { elements: { promotions: unknown }[] } } };
    };
    for (const element of body.data.Catalog.searchStore.elements) {
      const open = { startDate: "2026-01-01", endDate: "2026-12-31", discountSetting: { discountPercentage: 0 } };
      element.promotions = { promotionalOffers: [{ promotionalOffers: [open] }] };
    }
    const { items, refusals } = readGiveaways(body, new Date("2026-06-01"), currency);
    expect(items.map(({ regularMinor }) => regularMinor)).toEqual(regular);
    for (const item of items) expect(item).toMatchObject({ priceMinor: 0, currency });
    expect(refusals).toEqual([]);
  });
});

describe.skipIf(!upstream)("feeds of shops in other currencies", () => {
  const client = createClient({ publicUrl: "https://games.example", paceMs: 0 });

  async function read(
    file: string,
    currency: string,
    names: Partial<Record<FeedColumn, string>> = {},
  ): Promise<Reading<SourceOffer>> {
    const market = { country: "XX", currency };
    const columns = new Map(Object.entries(names) as [FeedColumn, string][]);
    const source = openFeed({ store: "shop", market, location: `${upstream}/${file}`, columns, client });
    const pages = await Array.fromAsync(source.read({ signal: new AbortController().signal }));
    return { items: pages.flatMap((page) => page.items), refusals: pages.flatMap((page) => page.refusals) };
  }

  test.each<[file: string, currency: string, count: number, some: string[], refusals: string[]]>([
    [
      "google-atom-samsung-kz-KZT.xml",
      "KZT",
      33,
      ["WW90DG6U94LKLD: 35499000 of 37499000 KZT"],
      ["names no price", "names no price"],
    ],
    ["google-rss-importpc-CZK.xml", "CZK", 24, ["2ed1c8b3-157c-4aec-b2e4-2c16d17df109: 59900 of 59900 CZK"], []],
    [
      "google-rss-jchair-EUR.xml",
      "EUR",
      107,
      [
        "cadiveu-professional-brasil-cacau-1l: 19560 of 24450 EUR",
        "forever-liss-btx-zero-formol-250g: 2015 of 2519 EUR",
      ],
      [],
    ],
    ["google-rss-nissi-VND.xml", "VND", 1, ["yamaha-hs7-ps7: 16400000 of 16400000 VND"], []],
    ["google-rss-oman-OMR.xml", "OMR", 129, ["1: 20220 of 27080 OMR", "2: 28200 of 39050 OMR"], []],
    ["google-rss-prestashop-demo-TRY.xml", "TRY", 2, ["150: 3510 of 3520 TRY", "1_black0: 1913 of 2400 TRY"], []],
    ["google-rss-smartstore-UAH.xml", "UAH", 56, ["5: 25900 of 25900 UAH"], []],
    [
      "prisjakt-spec-offer-full.csv",
      "SEK",
      0,
      [],
      ['price: "3200000 SEK" is not a price from 0 to 100000 with at most 2 decimals'],
    ],
    [
      "prisjakt-spec-offer-full.xml",
      "SEK",
      0,
      [],
      ['price: "3200000 SEK" is not a price from 0 to 100000 with at most 2 decimals'],
    ],
    ["prisjakt-spec-offer-min.csv", "SEK", 1, ["aBCd1123: 10000 of 10000 SEK"], []],
    [
      "prisjakt-spec-offer-min.xml",
      "SEK",
      1,
      ["213888: 9999 of 9999 SEK"],
      ['availability: "download" is not known: the row counts without it'],
    ],
    ["google-rss-nissi-VND.xml", "EUR", 0, [], ['price: "16400000 VND" is not in EUR']],
    [
      "google-rss-prestashop-demo-TRY.xml",
      "USD",
      0,
      [],
      ['price: "35.2 TRY" is not in US dollars', 'price: "24.0 TRY" is not in US dollars'],
    ],
  ])("upstream/feeds/%s where %s is expected", async (file, currency, count, some, messages) => {
    const { items, refusals } = await read(`feeds/${file}`, currency);
    expect(items).toHaveLength(count);
    expect(summaryOf({ items, refusals: [] })).toEqual(expect.arrayContaining(some));
    expect(refusals.map(({ message }) => message)).toEqual(messages);
  });

  test.each([
    ["google-rss-save1-BRL-malformed.xml", "BRL", "is not whole XML: 64:68: disallowed character in entity name"],
    ["kinguin-v1-product-1949.json", "EUR", "is JSON, not a feed"],
  ])("upstream/feeds/%s is refused", async (file, currency, message) => {
    await expect(read(`feeds/${file}`, currency)).rejects.toMatchObject({
      reason: "invalid",
      message: expect.stringContaining(message),
    });
  });

  const scraped = { id: "product_url", price: "price_raw" };
  test.each([
    ["loaded-cdkeys-2025-11-17.csv", "GBP", scraped, [2_599, 4_799, 3_999], { items: 130, refusals: 0 }],
    ["instantgaming-raw-head.csv", "EUR", scraped, [999, 5_549, 613], { items: 5, refusals: 0 }],
    // its amounts have no currency
    ["g2a-allkeyshop-c8c9141.tsv", "EUR", { id: "url", title: "label" }, [], { items: 0, refusals: 30 }],
  ])("upstream/keyshop/%s where %s is expected", async (file, currency, columns, first, counts) => {
    const { items, refusals } = await read(`keyshop/${file}`, currency, columns);
    expect({ items: items.length, refusals: refusals.length }).toEqual(counts);
    expect(items.slice(0, 3).map(({ priceMinor }) => priceMinor)).toEqual(first);
    for (const item of items) expect(item.currency).toBe(currency);
    for (const { message } of refusals) expect(message).toMatch(/^price: ".+" does not say that it is in EUR$/);
  });
});
