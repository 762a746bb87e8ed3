import type { CallParts } from "contract/core/call.ts";
import type { PartialGame } from "contract/games/schema.ts";
import type { ComponentType } from "react";

/** Where the parameter `prices_of` is stored: the stores whose prices the visitor sees now. */
export const requestedPricesKey = "pricesOf";

export type HintedGame = Pick<PartialGame, "best_price" | "everywhere_best_price" | "everywhere_best_store">;

/** What pages ask once its code is there (`app/late-parts.tsx`), which most visitors never need. */
export const lateHooks: {
  /** Stands below prices. */
  Hint?: ComponentType<{ game: HintedGame }>;
  /** The query of a call, from the one that the caller passes. */
  queryOf?: (route: string, query: CallParts["query"]) => CallParts["query"];
} = {};
