import type { CallParts } from "contract/core/call.ts";
import { type HintedGame, requestedPricesKey } from "../../api/late-hooks.ts";

/** The stores whose prices calls request; `undefined` = all stores. */
export function requestedPrices(): string | undefined {
  try {
    return localStorage.getItem(requestedPricesKey) ?? undefined;
  } catch {
    return undefined;
  }
}

const showsPrices =
  /^GET \/api\/(?:(?:games|deals|shared|wishlist)\b|landing\/\{kind\}\/|lists\/\{id\}\/(?:items|basket)$)/;

/** The fields with the best price at all stores. */
const elsewhere = ["everywhere_best_price", "everywhere_best_store"] as const satisfies readonly (keyof HintedGame)[];

/** Adds the visitor's stores to the query of a call that shows prices, unless the query names stores itself. */
export function withRequestedPrices(route: string, query: CallParts["query"] = {}): CallParts["query"] {
  const requested = requestedPrices();
  if (requested === undefined || !showsPrices.test(route)) return query;
  return {
    prices_of: requested,
    ...query,
    ...(typeof query.fields === "string" && { fields: [query.fields, ...elsewhere].join(",") }),
  };
}
