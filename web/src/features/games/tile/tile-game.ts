import type { Game } from "contract/games/schema.ts";
import type { HintedGame } from "../../../api/late-hooks.ts";

/** The fields that tiles show. */
export const tileFields = [
  "id",
  "title",
  "picture_version",
  "best_price",
  "best_store",
  "regular_price",
  "cut",
  "steam_price",
  "savings_percentage",
  "lowest_ever",
  "sale_ends_at",
] as const satisfies readonly (keyof Game)[];

export type TileGame = Pick<Game, (typeof tileFields)[number]> & HintedGame;
