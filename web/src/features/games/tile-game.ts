import type { Game } from "contract/games/schema.ts";
import type { VisitorFields } from "../../api/my-stores.ts";

/** The fields that rows of the compact list show. */
export const rowFields = [
  "id",
  "title",
  "picture_version",
  "best_price",
  "best_store",
  "best_official_price",
  "reference_price",
  "reference_store",
  "cut",
  "historical_low",
  "lowest_ever",
  "low_kind",
  "ties_low",
  "bundle",
] as const satisfies readonly (keyof Game)[];

/** The fields about its price that every card of a game shows. */
export const tileFields = [...rowFields, "sale_ends_at"] as const;

export type TileGame = Pick<Game, (typeof tileFields)[number]> & VisitorFields;
