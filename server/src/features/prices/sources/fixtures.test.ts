import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FeedColumn } from "contract/prices/feed-rules.ts";
import { describe, expect, test } from "vitest";
import { sharedData } from "../../../test/shared-data.ts";
import { createClient, parseJson } from "./client.ts";
import { readGiveaways } from "./epic.ts";
import { openFeed } from "./feed.ts";
import { readGogPage } from "./gog.ts";
import type { Reading } from "./readings.ts";
import type { RefusalReason, SourceOffer } from "./source.ts";
import { readSteamPrices } from "./steam.ts";
import { readPlayerCount } from "./steam-players.ts";

const upstream = sharedData("upstream");
const messy = sharedData("messy");

const json = (path: string) => parseJson(readFileSync(path), path);
const us = { country: "US", currency: "USD" };
const client = createClient({ publicUrl: "https://games.example", paceMs: 0 });

/** Reads a whole feed. */
async function readFeed(
  location: string,
  names: Partial<Record<FeedColumn, string>> = {},
  currency: string | null = null,
): Promise<Reading<SourceOffer>> {
  const columns = new Map(Object.entries(names) as [FeedColumn, string][]);
  const source = openFeed({ store: "cdkeys", market: us, location, client, columns, currency });
  const pages = await Array.fromAsync(source.read({ signal: new AbortController().signal }));
  return { items: pages.flatMap((page) => page.items), refusals: pages.flatMap((page) => page.refusals) };
}

/** Refusals by reason. */
function countReasons({ refusals }: Reading<unknown>): Partial<Record<RefusalReason, number>> {
  const byReason = Map.groupBy(refusals, ({ reason }) => reason);
  return Object.fromEntries([...byReason].map(([reason, list]) => [reason, list.length]));
}

describe.skipIf(!upstream)("captured responses of Steam's prices", () => {
  test.each<[file: string, items: object[], reasons: object]>([
    ["appdetails-dlc-usd.json", [{ productId: "716670", priceMinor: 1399, regularMinor: 1399 }], {}],
    ["appdetails-game-usd-65off.json", [{ productId: "1462040", priceMinor: 1224, regularMinor: 3499 }], {}],
    ["appdetails-full-1202130.json", [], { currency: 1 }],
    ["appdetails-full-1361210.json", [], { currency: 1 }],
    ["appdetails-hardware-coming-soon.json", [{ productId: "4165910" }], {}],
    ["appdetails-success-false.json", [{ productId: "12345", priceMinor: null }], {}],
    ["appdetails-unreleased-dlc.json", [{ productId: "4241450" }], {}],
    ["price_overview-discounted-php.json", [], { currency: 1 }],
    ["price_overview-free-only.json", [{ productId: "440" }], {}],
    [
      "price_overview-mixed-batch-php.json",
      [{ productId: "11", priceMinor: null }, { productId: "440" }],
      { currency: 1 },
    ],
    ["price_overview-multi-eur.json", [], { currency: 2 }],
    ["price_overview-paid-php.json", [], { currency: 1 }],
    ["price_overview-rub.json", [], { currency: 1 }],
  ])("upstream/steam-appdetails/%s", (file, items, reasons) => {
    const body = json(`${upstream}/steam-appdetails/${file}`);
    const reading = readSteamPrices(body, Object.keys(body as object).map(Number), "USD");
    const link = expect.stringMatching(/^https:\/\/store\.steampowered\.com\/app\/\d+\/$/);
    expect(reading.items).toEqual(
      items.map((item) => ({ ...item, steamAppid: expect.any(Number), link, currency: "USD" })),
    );
    expect(countReasons(reading)).toEqual(reasons);
  });
});

describe.skipIf(!upstream)("captured responses of Steam's players", () => {
  test.each([
    ["players-551673.json", [{ steamAppid: 1, playerCount: 551_673 }]],
    ["players-730-483066.json", [{ steamAppid: 1, playerCount: 483_066 }]],
    ["players-570-495050.json", [{ steamAppid: 1, playerCount: 495_050 }]],
    ["players-unknown-app-http404.json", []],
  ])("upstream/steam-players/%s", (file, items) => {
    expect(readPlayerCount(json(`${upstream}/steam-players/${file}`), 1).items).toEqual(items);
  });
});

describe.skipIf(!upstream)("captured responses of GOG", () => {
  test("upstream/gog/catalog-v1-products-observed.json", () => {
    const page = readGogPage(json(`${upstream}/gog/catalog-v1-products-observed.json`), "USD");
    expect(page).toEqual({
      items: [
        {
          productId: "2093619782",
          title: "Cyberpunk 2077",
          link: "https://www.gog.com/en/game/cyberpunk_2077",
          currency: "USD",
          priceMinor: 899,
          regularMinor: 2999,
        },
        {
          productId: "1207658787",
          title: "Heroes of Might and Magic 3: Complete",
          link: "https://www.gog.com/en/game/heroes_of_might_and_magic_3_complete_edition",
          currency: "USD",
          priceMinor: 249,
          regularMinor: 999,
        },
      ],
      refusals: [],
      pages: 1,
      productCount: 2,
    });
  });

  test.each([
    "api-products-1207659026.json",
    "catalog-v1-shape-notes.md",
    "filtered-product-brl.json",
    "games-ajax-filtered-1.json",
    "products-1207658691-2.json",
    "products-1207658930-os-windows-builds-4.json",
  ])("upstream/gog/%s is not a page of the catalogue", (file) => {
    expect(() => readGogPage(json(`${upstream}/gog/${file}`), "USD")).toThrow(/instead of a page|with JSON/);
  });
});

describe.skipIf(!upstream)("upstream/epic/freeGamesPromotions-2020.json", () => {
  const hue = {
    productId: "epic:d4497261293046f58c0a429a11a7d852",
    title: "Hue",
    currency: "USD",
    priceMinor: 0,
    regularMinor: 799,
    link: "https://store.epicgames.com/en-US/p/hue",
    inStock: true,
    activatesOn: ["epic"],
    startsAt: new Date("2020-07-02T15:00:00Z"),
    endsAt: new Date("2020-07-09T15:00:00Z"),
  };
  test.each([
    ["before the giveaway", "2020-07-02T14:59:59Z", []],
    ["while it is open", "2020-07-02T15:00:00Z", [hue]],
    ["to its end", "2020-07-09T14:59:59Z", [hue]],
    ["and no longer", "2020-07-09T15:00:00Z", []],
  ])("%s", (_, now, items) => {
    const body = json(`${upstream}/epic/freeGamesPromotions-2020.json`);
    expect(readGiveaways(body, new Date(now), "USD")).toEqual({ items, refusals: [] });
  });
});

const scraped = { id: "product_url", link: "product_url" };

describe.skipIf(!upstream)("lists of key shops as feeds", () => {
  test.each<
    [
      file: string,
      columns: Partial<Record<FeedColumn, string>>,
      currency: string | null,
      items: number,
      reasons: object,
    ]
  >([
    ["loaded-cdkeys-2025-11-17.csv", { ...scraped, price: "price_raw" }, null, 0, { currency: 130 }],
    ["loaded-cdkeys-cleaned.csv", { ...scraped, price: "price_usd" }, "USD", 130, {}],
    ["loaded-cdkeys-cleaned.csv", { ...scraped, price: "price_usd" }, null, 0, { currency: 130 }],
    ["instantgaming-2025-11.csv", { ...scraped, price: "price_usd" }, "USD", 998, {}],
    ["instantgaming-raw-head.csv", { ...scraped, price: "price_raw" }, "USD", 0, { currency: 5 }],
    [
      "gog-us-2025-11-18.csv",
      { id: "product_id", price: "price_base", sale_price: "price_final", currency: "price_currency", link: "url" },
      null,
      2999,
      { price: 1 },
    ],
    ["steam-us-raw-head.csv", { ...scraped, price: "price_raw" }, "USD", 10, { price: 1 }],
    ["g2a-allkeyshop-c8c9141.tsv", { id: "url", title: "label" }, null, 0, { currency: 30 }],
  ])("upstream/keyshop/%s with %j in %s", async (file, columns, currency, items, reasons) => {
    const reading = await readFeed(`${upstream}/keyshop/${file}`, columns, currency);
    expect({ items: reading.items.length, ...countReasons(reading) }).toEqual({ items, ...reasons });
  });

  test("upstream/keyshop/gog-us-2025-11-18.csv: a cell with three prices is no price", async () => {
    const columns = { id: "product_id", price: "price_final", currency: "price_currency" } as const;
    const { items, refusals } = await readFeed(`${upstream}/keyshop/gog-us-2025-11-18.csv`, columns);
    expect(refusals).toMatchObject([
      { what: "line 3001", reason: "price", message: 'price: "-90%$13.70$1.37" is not a price' },
    ]);
    expect(items.find(({ productId }) => productId === "1207659037")).toMatchObject({
      title: "Alan Wake",
      priceMinor: 149,
    });
  });

  test.each(["eneba-2026-05-12.json", "kinguin-products.json"])("upstream/keyshop/%s is not a feed", async (file) => {
    await expect(readFeed(`${upstream}/keyshop/${file}`)).rejects.toMatchObject({
      reason: "invalid",
      message: expect.stringContaining("is JSON, not a feed"),
    });
  });
});

describe.skipIf(!messy)("raw slices as feeds", () => {
  test.each<[file: string, columns: Partial<Record<FeedColumn, string>>, items: number, reasons: object]>([
    ["fronkon-derived-slice.csv", { id: "AppID", title: "Name" }, 216, {}],
    [
      "recs-games-price-anomalies.csv",
      { id: "app_id", price: "price_original", sale_price: "price_final" },
      60,
      { price: 140 },
    ],
    ["steam-insights-games-slice.csv", { id: "app_id", price: "price_overview" }, 0, { price: 368 }],
    ["steam-page-scrape-prices.csv", { id: "game_id", price: "current_price" }, 99, { price: 35 }],
    ["steam-search-scrape-slice.csv", { id: "Name", price: "Discount Price" }, 398, { price: 2 }],
  ])("messy/%s with %j", async (file, columns, items, reasons) => {
    const reading = await readFeed(`${messy}/${file}`, columns, "USD");
    expect({ items: reading.items.length, ...countReasons(reading) }).toEqual({ items, ...reasons });
  });

  test("messy/recs-games-price-anomalies.csv: a regular price of 0 makes no saving", async () => {
    const columns = { id: "app_id", price: "price_original", sale_price: "price_final" } as const;
    const { items, refusals } = await readFeed(`${messy}/recs-games-price-anomalies.csv`, columns, "USD");
    expect(items.find(({ productId }) => productId === "620")).toBeUndefined();
    expect(new Set(refusals.map(({ message }) => message))).toEqual(new Set(["sale_price: is above the price"]));
  });

  test("messy/steamspy-odd-page.json: prices as texts and without a currency are refused", () => {
    const body = json(`${messy}/steamspy-odd-page.json`) as object;
    const appids = Object.keys(body).map(Number);
    const reading = readSteamPrices(body, appids, "USD");
    expect({ items: reading.items.length, ...countReasons(reading) }).toEqual({ items: 0, shape: appids.length });
  });

  test.each(["steamspy-odd-page.json", "free-steam-games-raw-slice.jsonl"])("messy/%s is not a feed", async (file) => {
    await expect(readFeed(`${messy}/${file}`)).rejects.toMatchObject({ reason: "invalid" });
  });
});

const everything = [upstream, messy].flatMap((folder) =>
  folder === null
    ? []
    : readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((name) => join(folder, name))
        .filter((path) => statSync(path).isFile()),
);

test.each(everything.map((path) => [path.split("/").slice(-2).join("/"), path]))(
  "%s as the response of any source yields only plausible prices",
  async (_, path) => {
    const readings = [
      () => readSteamPrices(json(path), [620], "USD"),
      () => readGogPage(json(path), "USD"),
      () => readGiveaways(json(path), new Date("2020-07-05T00:00:00Z"), "USD"),
      () => readFeed(path),
    ];
    for (const read of readings) {
      const reading = await Promise.try(read).catch((error) => {
        expect(error).toMatchObject({ reason: "invalid" });
        return { items: [], refusals: [] };
      });
      for (const { priceMinor } of reading.items) {
        expect(
          priceMinor === undefined || priceMinor === null || (Number.isInteger(priceMinor) && priceMinor >= 0),
        ).toBe(true);
      }
      for (const refusal of reading.refusals) expect(refusal.message).not.toBe("");
    }
  },
);
