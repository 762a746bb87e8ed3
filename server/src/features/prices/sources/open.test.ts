import { beforeEach, expect, test } from "vitest";
import { startUpstream } from "../../../test/servers/upstream-server.ts";
import { type FeedSetting, openPlayers, openSources } from "./open.ts";
import type { PriceSource } from "./source.ts";
import { openUpstreams } from "./upstreams.ts";

const upstream = await startUpstream();
const env = {
  publicUrl: "https://games.example",
  steamStoreUrl: upstream.origin,
  steamWebApiUrl: upstream.origin,
  gogCatalogUrl: upstream.origin,
  epicFreeGamesUrl: `${upstream.origin}/free?allowCountries=US`,
  cdkeysFeedUrl: `${upstream.origin}/cdkeys`,
  webhookAllowPrivate: true,
  otherFeedUrl: `${upstream.origin}/other`,
};
const markets = [
  { country: "US", currency: "USD" },
  { country: "GB", currency: "GBP" },
  { country: "NO", currency: "NOK" },
];
const feed = (fields: Partial<FeedSetting>): FeedSetting => ({
  store: "fanatical",
  country: "GB",
  currency: null,
  url: `${upstream.origin}/feed`,
  ...fields,
});

function open(feeds: readonly FeedSetting[] = []): PriceSource[] {
  const listSteamApps = (country: string) => async (after: number) =>
    after === 0 ? [{ appid: country === "US" ? 620 : 400, isPriced: false }] : [];
  return openSources({
    env,
    upstreams: openUpstreams(env.publicUrl),
    markets,
    feeds,
    listSteamApps,
    epicStore: "epic",
  });
}

/** The requests of a source, whatever their outcome. */
async function requestsOf(source: PriceSource): Promise<string[]> {
  const before = upstream.calls.length;
  await Array.fromAsync(source.read({ signal: new AbortController().signal })).catch(() => {});
  return upstream.calls.slice(before).map(({ url }) => url ?? "");
}

/** The first request of each source. */
async function firstCalls(sources: PriceSource[]): Promise<string[]> {
  const urls: string[] = [];
  for (const source of sources) urls.push(`${source.key} ${(await requestsOf(source))[0]}`);
  return urls;
}

beforeEach(() => upstream.respondWith((_, response) => void response.writeHead(404).end()));

test("every market has its sources with unique keys", () => {
  const feeds = [feed({}), feed({ store: "cdkeys" }), feed({ store: "fanatical", country: "US" })];
  expect(open(feeds).map(({ key, store, country }) => `${key}: ${store} in ${country}`)).toEqual([
    "steam: steam in US",
    "gog: gog in US",
    "feed-fanatical-us: fanatical in US",
    "cdkeys: cdkeys in US",
    "other: other in US",
    "epic: epic in US",
    "steam-gb: steam in GB",
    "gog-gb: gog in GB",
    "feed-fanatical-gb: fanatical in GB",
    "feed-cdkeys-gb: cdkeys in GB",
    "epic-gb: epic in GB",
    "steam-no: steam in NO",
    "gog-no: gog in NO",
    "epic-no: epic in NO",
  ]);
  expect(openPlayers({ env, upstreams: openUpstreams(env.publicUrl), listSteamApps: async () => [] }).key).toBe(
    "steam-players",
  );
});

test("a configured feed replaces that of the environment; one for a country without a market is left out", async () => {
  const sources = open([feed({ store: "cdkeys", country: "US" }), feed({ country: "JP" })]);
  expect(sources.filter(({ atomic }) => atomic).map(({ key }) => key)).toEqual(["cdkeys", "other"]);
  expect(await requestsOf(sources.find(({ key }) => key === "cdkeys")!)).toEqual(["/feed"]);
});

test("each source requests the prices of its market, and Steam's markets share its pace", async () => {
  const start = performance.now();
  expect(await firstCalls(open().filter(({ atomic }) => !atomic))).toEqual([
    "steam /api/appdetails?appids=620&filters=price_overview&cc=us&l=english",
    "gog /v1/catalog?limit=48&page=1&countryCode=US&currencyCode=USD&locale=en-US&productType=in:game,pack",
    "epic /free?allowCountries=US",
    "steam-gb /api/appdetails?appids=400&filters=price_overview&cc=gb&l=english",
    "gog-gb /v1/catalog?limit=48&page=1&countryCode=GB&currencyCode=GBP&locale=en-US&productType=in:game,pack",
    "epic-gb /free?allowCountries=GB&locale=en-US&country=GB",
    "steam-no /api/appdetails?appids=400&filters=price_overview&cc=no&l=english",
    "gog-no /v1/catalog?limit=48&page=1&countryCode=NO&currencyCode=EUR&locale=en-US&productType=in:game,pack",
    "epic-no /free?allowCountries=NO&locale=en-US&country=NO",
  ]);
  expect(performance.now() - start).toBeGreaterThanOrEqual(2_900);
});

test("a feed is read in the currency that is set for it, or in the market's", async () => {
  upstream.respondWith((_, response) => void response.end("id,price\n1,19.99\n2,19.99 GBP\n3,19.99 EUR\n"));
  const read = async (currency: string | null) => {
    const source = open([feed({ currency })]).find(({ key }) => key === "feed-fanatical-gb")!;
    const [page] = await Array.fromAsync(source.read({ signal: new AbortController().signal }));
    return [
      ...page!.items.map((item) => `${item.productId}: ${item.priceMinor} ${item.currency}`),
      ...page!.refusals.map(({ message }) => message),
    ];
  };
  expect(await read(null)).toEqual([
    "2: 1999 GBP",
    'price: "19.99" does not say that it is in GBP',
    'price: "19.99 EUR" is not in GBP',
  ]);
  expect(await read("GBP")).toEqual(["1: 1999 GBP", "2: 1999 GBP", 'price: "19.99 EUR" is not in GBP']);
  expect(await read("EUR")).toEqual(["1: 1999 EUR", "3: 1999 EUR", 'price: "19.99 GBP" is not in EUR']);
});

test("GOG responds once for all markets in which it charges the same, and again to one that has read it", async () => {
  const price = { finalMoney: { amount: "9.99", currency: "USD" } };
  const body = { products: [{ id: "1", slug: "one", title: "One", price }], pages: 1, productCount: 1 };
  upstream.respondWith(({ url }, response) => {
    const currency = new URLSearchParams(url).get("currencyCode") ?? "USD";
    price.finalMoney.currency = currency;
    response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  });
  const shipped = { US: "USD", MX: "MXN", DE: "EUR", NO: "NOK", CH: "CHF", GB: "GBP", JP: "JPY" };
  const sources = openSources({
    env,
    upstreams: openUpstreams(env.publicUrl),
    markets: Object.entries(shipped).map(([country, currency]) => ({ country, currency })),
    feeds: [],
    listSteamApps: () => async () => [],
    epicStore: "epic",
  }).filter(({ store }) => store === "gog");
  const read = async (source: PriceSource) => {
    const before = upstream.calls.length;
    const [page] = await Array.fromAsync(source.read({ signal: new AbortController().signal }));
    const asked = upstream.calls.slice(before).map(({ url }) => url?.match(/countryCode=(..)/)?.[1]);
    return `${source.country}: ${page?.items[0]?.currency}${asked.length > 0 ? `, asked for ${asked}` : ""}`;
  };
  const readings: string[] = [];
  for (const source of [...sources, ...sources.slice(0, 2)]) readings.push(await read(source));
  expect(readings).toEqual([
    "US: USD, asked for US",
    "MX: USD",
    "DE: EUR, asked for DE",
    "NO: EUR",
    "CH: EUR",
    "GB: GBP, asked for GB",
    "JP: USD",
    "US: USD, asked for US",
    "MX: USD",
  ]);
});
