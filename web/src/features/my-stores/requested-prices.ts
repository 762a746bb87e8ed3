import type { CallParts } from "contract/core/call.ts";
import { type HintedGame, requestedPricesKey } from "../../api/late-hooks.ts";

/** What calls that show prices ask for; `undefined` = the prices of all stores. */
export function requestedPrices(): string | undefined {
  try {
    return localStorage.getItem(requestedPricesKey) ?? undefined;
  } catch {
    return undefined;
  }
}

const showsPrices =
  /^GET \/api\/(?:(?:games|deals|shared|wishlist)\b|landing\/\{kind\}\/|lists\/\{id\}\/(?:items|basket)$)/;

/** What is shown of the prices at all stores. */
const elsewhere = ["everywhere_best_price", "everywhere_best_store"] as const satisfies readonly (keyof HintedGame)[];

/** The query of a call that shows prices: those of the visitor's stores, unless it says otherwise. */
export function withRequestedPrices(route: string, query: CallParts["query"] = {}): CallParts["query"] {
  const requested = requestedPrices();
  if (requested === undefined || !showsPrices.test(route)) return query;
  return {
    prices_of: requested,
    ...query,
    ...(typeof query.fields === "string" && { fields: [query.fields, ...elsewhere].join(",") }),
  };
}
