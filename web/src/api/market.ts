import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { formatPrice, moneyFormat, usDollars } from "contract/core/money.ts";
import { sourceLanguage } from "contract/languages/language.ts";
import { placePath, prefixOf } from "contract/languages/place.ts";
import type { SiteLanguage } from "contract/languages/schema.ts";
import type { Market } from "contract/markets/schema.ts";
import { createContext, use } from "react";
import { withBase } from "./base-path.ts";
import { freshFor } from "./query.ts";
import { type ReadText, textReader, textsOf } from "./texts.ts";

/** Shown while the list cannot be loaded. */
const fallbackMarkets: readonly Market[] = [
  { ...usDollars, country: "US", name: "United States", minor_units: 2, default: true },
];

/** The countries whose prices are shown, the default one first, and the languages, English first. */
export interface Places {
  markets: readonly Market[];
  languages: readonly SiteLanguage[];
}

const fallbackPlaces: Places = {
  markets: fallbackMarkets,
  languages: [{ tag: sourceLanguage, name: "English", direction: "ltr" }],
};

export function placesQuery(call: Call) {
  return queryOptions({
    queryKey: ["places"],
    staleTime: freshFor.texts,
    queryFn: async ({ signal }): Promise<Places> => {
      // responses of earlier versions, which the service worker keeps, have no languages
      const { markets, languages = fallbackPlaces.languages } = await call("GET /api/markets", {}, { signal });
      return { markets, languages };
    },
  });
}

/** What loaders and heads know of the places. */
export function placesOf(queryClient: QueryClient): Places {
  const places = queryClient.getQueryData<Places>(["places"]);
  return places?.markets.length ? places : fallbackPlaces;
}

/** Writes prices; with `format` in another currency than the market's. */
export interface Money {
  format: (price: number | null | undefined, currency?: string) => string;
  formatOrFree: (price: number | null | undefined, currency?: string) => string;
}

/** The market and language of a visitor. */
export interface CurrentMarket extends Places {
  market: Market;
  money: Money;
  /** Its country as calls take it: left out for the default market. */
  country: string | undefined;
  /** What the addresses of the market's pages begin with. */
  prefix: string;
}

/** The market of a country; the default one of an unknown country. */
export function marketIn(
  places: Places | undefined,
  { country, language }: { country?: string | undefined; language: string },
  text: ReadText = textReader(undefined),
): CurrentMarket {
  const { markets, languages } = places?.markets.length ? places : fallbackPlaces;
  const market = markets.find((one) => one.country === country) ?? markets.find((one) => one.default) ?? markets[0]!;
  return {
    market,
    markets,
    languages,
    money: moneyIn(market, language, text),
    country: market.default ? undefined : market.country,
    prefix: prefixOf(market, language, languages),
  };
}

/** Money as a market writes it in a language. */
function moneyIn(market: Market, language: string, text: ReadText): Money {
  const own = moneyFormat(market, language);
  const format: Money["format"] = (price, currency = own.currency) =>
    price == null
      ? text("price.none")
      : formatPrice(price, currency === own.currency ? own : { currency, locale: own.locale });
  return {
    format,
    formatOrFree: (price, currency) => (price === 0 ? text("price.free") : format(price, currency)),
  };
}

/** The market in loaders and heads. */
export function marketOf(context: { queryClient: QueryClient; place: Parameters<typeof marketIn>[1] }) {
  return marketIn(placesOf(context.queryClient), context.place, textsOf(context));
}

/** The end of a query's key: the default market has none. */
export function marketKey(country: string | undefined): string[] {
  return country === undefined ? [] : [country];
}

export const MarketContext = createContext(marketIn(undefined, { language: sourceLanguage }));

/** The visitor's market. */
export function useMarket(): Market {
  return use(MarketContext).market;
}

/** All markets. */
export function useMarkets(): readonly Market[] {
  return use(MarketContext).markets;
}

/** The visitor's country as calls take it; `undefined` for the default market. */
export function useCountry(): string | undefined {
  return use(MarketContext).country;
}

/** The site's languages, English first. */
export function useLanguages(): readonly SiteLanguage[] {
  return use(MarketContext).languages;
}

/** The address of a page, a path which a search may follow, in the visitor's market and language. */
export function useAddress(): (path: string) => string {
  const { prefix } = use(MarketContext);
  return (path) => withBase(placePath(path, prefix));
}

/** Writes prices as the visitor's market does. */
export function useMoney(): Money {
  return use(MarketContext).money;
}
