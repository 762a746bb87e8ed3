import type { CallParts } from "contract/core/call.ts";
import { askedPricesKey, type HintedGame } from "../../api/late-hooks.ts";

/** What calls that show prices ask for; `undefined` = the prices of all stores. */
export function askedPrices(): string | undefined {
  try {
    return localStorage.getItem(askedPricesKey) ?? undefined;
  } catch {
    return undefined;
  }
}

const showsPrices =
  /^GET \/api\/(?:(?:games|deals|shared|wishlist)\b|landing\/\{kind\}\/|lists\/\{id\}\/(?:items|basket)$)/;

/** What is shown of the prices at all stores. */
const elsewhere = ["everywhere_best_price", "everywhere_best_store"] as const satisfies readonly (keyof HintedGame)[];

/** The query of a call that shows prices: those of the visitor's stores, unless it says otherwise. */
export function askForPrices(route: string, query: CallParts["query"] = {}): CallParts["query"] {
  const asked = askedPrices();
  if (asked === undefined || !showsPrices.test(route)) return query;
  return {
    prices_of: asked,
    ...query,
    ...(typeof query.fields === "string" && { fields: [query.fields, ...elsewhere].join(",") }),
  };
}
