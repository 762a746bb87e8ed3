import { describe, expect, test } from "vitest";
import { readGiveaways } from "./epic.ts";
import { feedRows } from "./feed-rows.ts";
import { readGogPage } from "./gog.ts";
import { readSteamPrices } from "./steam.ts";
import { readPlayerCount } from "./steam-players.ts";

describe("Steam says of a game", () => {
  const priced = (overview: object) => ({
    success: true,
    data: { price_overview: { currency: "USD", initial: 999, final: 499, discount_percent: 50, ...overview } },
  });
  const read = (entry: unknown) => {
    const { items, refusals } = readSteamPrices({ 620: entry }, [620], "USD");
    return items[0] ?? refusals[0];
  };

  test.each<[what: string, entry: unknown, expected: object]>([
    ["a price", priced({}), { priceMinor: 499, regularMinor: 999 }],
    [
      "a discount without a pair of prices, which is ignored",
      priced({ initial: 999, final: 999, discount_percent: 100 }),
      { priceMinor: 999 },
    ],
    ["that it is given away", priced({ final: 0, discount_percent: 100 }), { priceMinor: 0, regularMinor: 999 }],
    ["that it is free", { success: true, data: { is_free: true } }, { priceMinor: 0 }],
    ["that it does not sell it", { success: false }, { priceMinor: null }],
    ["no price at all", { success: true, data: [] }, { productId: "620" }],
    ["nothing instead of a price", { success: true, data: {} }, { productId: "620" }],
  ])("%s", (_, entry, expected) => {
    const offer = read(entry);
    expect(offer).toMatchObject(expected);
    expect(offer).not.toHaveProperty("reason");
    if (!("priceMinor" in expected)) expect(offer).not.toHaveProperty("priceMinor");
  });

  test.each<[what: string, entry: unknown, reason: string]>([
    ["null", null, "shape"],
    ["data that is null", { success: true, data: null }, "shape"],
    ["no data", { success: true }, "shape"],
    ["a list", { success: true, data: [1] }, "shape"],
    ["a price that is null", { success: true, data: { price_overview: null } }, "shape"],
    ["texts for amounts", priced({ final: "499" }), "shape"],
    ["dollars for cents", priced({ final: 4.99 }), "shape"],
    ["another currency", priced({ currency: "EUR" }), "currency"],
    ["a negative price", priced({ final: -1 }), "price"],
    ["more than is plausible", priced({ initial: 1_000_001, final: 1_000_001 }), "price"],
    ["more than the regular price", priced({ initial: 499, final: 999 }), "price"],
    ["nothing, but without a discount", priced({ final: 0, discount_percent: 0 }), "price"],
    ["two prices at once", priced({ final_formatted: "$9.99" }), "price"],
  ])("%s, which is refused", (_, entry, reason) => {
    expect(read(entry)).toMatchObject({ what: "620", reason });
  });

  test("nothing of a requested game, and something of another one", () => {
    const { items, refusals } = readSteamPrices({ 400: priced({}) }, [620], "USD");
    expect(items).toEqual([]);
    expect(refusals.map(({ what, message }) => `${what} ${message}`)).toEqual([
      "400 was not requested",
      "620 is missing from the response",
    ]);
  });

  test("that it sells nothing at all, which is implausible", () => {
    const requested = Array.from({ length: 10 }, (_, index) => index + 1);
    const denied = Object.fromEntries(requested.map((id) => [id, { success: false }]));
    expect(() => readSteamPrices(denied, requested, "USD")).toThrow(
      "Steam denies all of 10 games, which is not believed",
    );
    expect(readSteamPrices({ ...denied, 10: priced({}) }, requested, "USD").items).toHaveLength(10);
  });
});

test.each([
  ["no number", { response: { result: 1 } }],
  ["no data", { response: { result: 42 } }],
  ["a number without its result", { response: { result: 8, player_count: 5 } }],
])("%s of players is not zero players", (_, body) => {
  expect(readPlayerCount(body, 620)).toMatchObject({ items: [], refusals: [{ what: "620" }] });
});

test.each([{}, { response: { result: 1, player_count: -1 } }, { response: { result: 1, player_count: "5" } }])(
  "%j is not a number of players",
  (body) => {
    expect(() => readPlayerCount(body, 620)).toThrow("instead of a number of players");
  },
);

describe("GOG says of a product", () => {
  const money = (amount: unknown, currency = "USD") => ({ amount, currency });
  const product = (fields: object) => ({
    id: "7",
    slug: "sable",
    title: "Sable™ ",
    price: { finalMoney: money("4.99"), baseMoney: money("9.99") },
    ...fields,
  });
  const read = (...products: unknown[]) => {
    const { items, refusals } = readGogPage({ products, pages: 1, productCount: products.length }, "USD");
    return [...items, ...refusals];
  };

  test.each<[what: string, fields: object, expected: object]>([
    ["a price", {}, { productId: "7", title: "Sable™", priceMinor: 499, regularMinor: 999 }],
    ["an id that is a number", { id: 7 }, { productId: "7" }],
    ["only one price", { price: { finalMoney: money("4.99") } }, { priceMinor: 499, regularMinor: 499 }],
    ["that it is free", { price: { finalMoney: money("0.00"), baseMoney: money("0.00") } }, { priceMinor: 0 }],
    ["that it has no price", { price: null }, { priceMinor: null }],
    ["that it is an addition", { productType: "dlc" }, { isAddition: true }],
    ["a link that is none", { storeLink: "javascript:alert(1)" }, { link: "https://www.gog.com/en/game/sable" }],
  ])("%s", (_, fields, expected) => {
    expect(read(product(fields))).toEqual([expect.objectContaining(expected)]);
  });

  const costs = (final: unknown, base: unknown = "9.99") => ({
    price: { finalMoney: money(final), baseMoney: money(base) },
  });
  test.each<[what: string, fields: object, reason: string]>([
    ["numbers for texts", costs(4.99), "shape"],
    ["no price where there must be one or null", { price: undefined }, "shape"],
    ["three decimals", costs("4.999"), "price"],
    ["a decimal comma", costs("4,99"), "price"],
    ["a negative price", costs("-4.99"), "price"],
    ["more than is plausible", costs("10000.01", "10000.01"), "price"],
    ["more than the regular price", costs("19.99"), "price"],
    // SteamTradingSiteTracker#29, AugmentedSteam#929: a market switched its currency
    ["another currency", { price: { finalMoney: money("4.99", "BRL") } }, "currency"],
    ["two currencies", { price: { finalMoney: money("4.99"), baseMoney: money("9.99", "EUR") } }, "currency"],
  ])("%s, which is refused", (_, fields, reason) => {
    expect(read(product(fields))).toEqual([expect.objectContaining({ what: "7", reason })]);
  });

  test("a product twice, of which the first counts", () => {
    expect(read(product({}), product(costs("1.00")))).toMatchObject([{ priceMinor: 499 }, { reason: "repeated" }]);
  });

  test("nothing, or no prices, which is implausible", () => {
    expect(() => read()).toThrow("GOG responded with an empty page");
    const priceless = Array.from({ length: 10 }, (_, index) => product({ id: index + 1, price: null }));
    expect(() => read(...priceless)).toThrow("GOG names no price for any of 10 products");
    expect(read(...priceless, product({ id: 99 }))).toHaveLength(11);
  });
});

describe("Epic says of a game", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const period = (fields: object) => ({
    startDate: "2026-11-20T16:00:00.000Z",
    endDate: "2026-11-27T16:00:00.000Z",
    discountSetting: { discountPercentage: 0 },
    ...fields,
  });
  const read = (fields: object, ...periods: object[]) => {
    const promotions = { promotionalOffers: [{ promotionalOffers: periods }] };
    const elements = [{ id: "abc", title: "Sable", promotions, ...fields }];
    const { items, refusals } = readGiveaways({ data: { Catalog: { searchStore: { elements } } } }, now, "USD");
    return [...items, ...refusals];
  };

  test.each<[what: string, fields: object, periods: object[], expected: object[]]>([
    [
      "that it is given away",
      {},
      [period({})],
      [{ productId: "epic:abc", priceMinor: 0, endsAt: new Date("2026-11-27T16:00:00Z") }],
    ],
    ["that it was and is", {}, [period({ endDate: "2026-11-20T17:00:00Z" }), period({})], [{ priceMinor: 0 }]],
    ["that it is cheaper", {}, [period({ discountSetting: { discountPercentage: 20 } })], []],
    ["that it will be given away", {}, [period({ startDate: "2026-11-22T00:00:00Z" })], []],
    ["that it was given away", {}, [period({ endDate: "2026-11-21T12:00:00Z" })], []],
    ["nothing", { promotions: null }, [], []],
    // home-assistant/core#117681, EpicFreeGamesList#1
    ["a mystery game without a window", { title: "Mystery Game 3", productSlug: "[]" }, [], []],
    ["that an addition is", { categories: [{ path: "addons" }] }, [period({})], [{ isAddition: true }]],
    ["no discount", {}, [period({ discountSetting: {} })], [{ what: "element 1", reason: "shape" }]],
    ["no day", {}, [period({ endDate: "soon" })], [{ what: "element 1", reason: "shape" }]],
  ])("%s", (_, fields, periods, expected) => {
    expect(read(fields, ...periods)).toMatchObject(expected);
  });

  // community-widgets#151, lootscraper#556, epicstore_api#27, epic-free-games#8
  const page = (pageSlug: string, pageType = "productHome") => ({ pageSlug, pageType });
  test.each<[link: string, fields: object]>([
    ["p/half-life-2-11aa", { urlSlug: "herringgeneralaudience", catalogNs: { mappings: [page("half-life-2-11aa")] } }],
    ["p/half-life-2-11aa", { productSlug: "[]", catalogNs: { mappings: [page("half-life-2-11aa")] } }],
    [
      "p/the-offer",
      { offerMappings: [page("the-offer")], catalogNs: { mappings: [page("product")] }, productSlug: "old" },
    ],
    ["p/product", { offerMappings: [], catalogNs: { mappings: [page("addon", "addon--x"), page("product")] } }],
    ["p/sable", { offerMappings: null, catalogNs: { mappings: null }, productSlug: "sable/home" }],
    ["p/sable", { offerMappings: "odd", catalogNs: 7, productSlug: "sable" }],
    ["p/sable", { offerMappings: [{ pageSlug: null }], catalogNs: null, productSlug: "sable" }],
    ["free-games", { productSlug: null, urlSlug: "herringgeneralaudience" }],
    ["free-games", { productSlug: "[]" }],
    ["free-games", {}],
    ["bundles/trilogy-1", { offerType: "BUNDLE", offerMappings: [page("trilogy-1")] }],
    ["bundles/trilogy", { categories: [{ path: "bundles" }], productSlug: "trilogy" }],
    ["bundles/trilogy", { categories: [{ path: "bundles/games" }], productSlug: "trilogy" }],
  ])("its page is %s", (link, fields) => {
    expect(read(fields, period({}))).toMatchObject([{ link: `https://store.epicgames.com/en-US/${link}` }]);
  });
});

describe("a feed in XML", () => {
  const read = (text: string) =>
    Array.fromAsync(
      feedRows(
        (async function* () {
          yield Buffer.from(text);
        })(),
      ),
    );

  // pinterest-for-woocommerce#369: the price of shipping was read
  test("RSS and Atom; Google's names before others; texts of any form", async () => {
    const rss = `<rss xmlns:g="x"><channel><title>Shop</title>
<item><title>Plain</title><g:title><![CDATA[A & <b>]]></g:title><g:shipping><g:price>1</g:price></g:shipping><g:price>2 &lt; 3 &#x41;</g:price></item></channel></rss>`;
    expect(await read(rss)).toEqual([{ line: 2, fields: { title: "A & <b>", shipping: "1", price: "2 < 3 A" } }]);
    expect(await read('<feed><entry><id>7</id><link href="https://x.example"/></entry></feed>')).toEqual([
      { line: 1, fields: { id: "7", link: "https://x.example" } },
    ]);
  });

  test("products of shops' own forms", async () => {
    const own =
      "<products><product><uid>1-1</uid><country_whitelist/></product><product><uid>1-2</uid></product></products>";
    expect(await read(own)).toEqual([
      { line: 1, fields: { uid: "1-1", country_whitelist: "" } },
      { line: 1, fields: { uid: "1-2" } },
    ]);
  });

  test.each([
    ["is cut off", "<rss><item><id>1</id></item>"],
    [
      "declares its own entities and files",
      '<!DOCTYPE r [<!ENTITY a "aaa"><!ENTITY f SYSTEM "file:///etc/passwd">]><rss><item><id>&a;&f;</id></item></rss>',
    ],
    ["has a text without end", `<rss><item><id>${"x".repeat(1_100_000)}</id></item></rss>`],
    ["closes what is not open", "<rss><item></rss>"],
  ])("that %s is broken", async (_, text) => {
    await expect(read(text)).rejects.toMatchObject({
      reason: "invalid",
      message: expect.stringContaining("is not whole XML"),
    });
  });
});
