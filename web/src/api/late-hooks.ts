import type { PartialGame } from "contract/games/schema.ts";
import type { ComponentType } from "react";

export type HintedGame = Pick<PartialGame, "best_price" | "everywhere_best_price" | "everywhere_best_store">;

/** What pages ask once its code is there (`app/late-parts.tsx`), which most visitors never need. */
export const lateHooks: {
  /** Stands below prices. */
  Hint?: ComponentType<{ game: HintedGame }>;
  /** Parameters that a call gets unless it has them. */
  queryOf?: (route: string) => Record<string, unknown>;
} = {};
