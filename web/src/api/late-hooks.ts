import type { CallParts } from "contract/core/call.ts";
import type { PartialGame } from "contract/games/schema.ts";
import type { ComponentType } from "react";

/** Where the parameter `prices_of` is stored: the stores whose prices the visitor sees now. */
export const requestedPricesKey = "pricesOf";

export type HintedGame = Pick<PartialGame, "best_price" | "everywhere_best_price" | "everywhere_best_store">;

/** Hooks into pages, set once their code has loaded (`app/late-parts.tsx`); most visitors never need them. */
export const lateHooks: {
  /** Rendered below prices. */
  Hint?: ComponentType<{ game: HintedGame }>;
  /** Returns the query to send, from the one that the caller gave. */
  queryOf?: (route: string, query: CallParts["query"]) => CallParts["query"];
} = {};
