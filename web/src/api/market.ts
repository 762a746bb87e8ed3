import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { formatPrice, formatPriceOrFree, type MoneyFormat, usDollars } from "contract/core/money.ts";
import type { Market } from "contract/markets/schema.ts";
import { createContext, use } from "react";
import { freshFor } from "./query.ts";

/** Shown while the list cannot be loaded. */
const fallbackMarkets: readonly Market[] = [
  { ...usDollars, country: "US", name: "United States", minor_units: 2, default: true },
];

/** The countries whose prices are shown, the default one first. */
export function marketsQuery(call: Call) {
  return queryOptions({
    queryKey: ["markets"],
    staleTime: freshFor.texts,
    queryFn: async ({ signal }): Promise<readonly Market[]> => (await call("GET /api/markets", {}, { signal })).markets,
  });
}

/** Writes prices; with `format` in another currency than the market's. */
export interface Money {
  format: (price: number | null | undefined, currency?: string) => string;
  formatOrFree: (price: number | null | undefined, currency?: string) => string;
}

/** The market of a visitor. */
export interface CurrentMarket {
  market: Market;
  markets: readonly Market[];
  money: Money;
  /** Its country as calls take it: left out for the default market. */
  country: string | undefined;
}

/** The market of a country; the default one of an unknown country. */
export function marketIn(list: readonly Market[] | undefined, country: string | undefined): CurrentMarket {
  const markets = list?.length ? list : fallbackMarkets;
  const market = markets.find((one) => one.country === country) ?? markets.find((one) => one.default) ?? markets[0]!;
  return { market, markets, money: moneyIn(market), country: market.default ? undefined : market.country };
}

function moneyIn({ currency: own, locale }: MoneyFormat): Money {
  return {
    format: (price, currency = own) => formatPrice(price, { currency, locale }),
    formatOrFree: (price, currency = own) => formatPriceOrFree(price, { currency, locale }),
  };
}

/** The market in loaders and heads. */
export function marketOf({
  queryClient,
  place,
}: {
  queryClient: QueryClient;
  place: { country?: string | undefined };
}) {
  return marketIn(queryClient.getQueryData<readonly Market[]>(["markets"]), place.country);
}

/** The end of a query's key: the default market has none. */
export function marketKey(country: string | undefined): string[] {
  return country === undefined ? [] : [country];
}

export const MarketContext = createContext(marketIn(undefined, undefined));

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

/** Writes prices as the visitor's market does. */
export function useMoney(): Money {
  return use(MarketContext).money;
}
