import { z } from "zod";

export const NamedGame = z.object({ id: z.number().int(), title: z.string() });

/** A game that was merged into another one. */
export const GameMerge = z
  .object({
    ...NamedGame.shape,
    into: NamedGame.meta({ description: "The game that it redirects to, through further merges" }),
    merged_at: z.string(),
    undo_until: z.string().nullable().meta({ description: "`null` = no longer possible" }),
  })
  .meta({ id: "GameMerge" });
export type GameMerge = z.output<typeof GameMerge>;

/** Records that a merge moves; `both` counts those that the other game has too, so only one of the two stays. */
export const MergeCounts = z
  .object({
    wishlists: z.number().int(),
    wishlists_both: z.number().int(),
    alerts: z.number().int(),
    alerts_both: z.number().int(),
    offers: z.number().int(),
    offers_both: z.number().int(),
    price_records: z.number().int(),
    matches: z.number().int(),
    additions: z.number().int().meta({ description: "Games that name it as their base game" }),
    clicks: z.number().int().meta({ description: "Visits to stores from this game" }),
    reports: z.number().int().meta({ description: "Reports of its prices that were not settled" }),
  })
  .meta({ id: "MergeCounts" });
export type MergeCounts = z.output<typeof MergeCounts>;

/** A game that another one may be merged into. */
export const MergeTarget = z
  .object({
    ...NamedGame.shape,
    developer: z.string().nullable(),
    release_date: z.string().nullable().meta({ description: "YYYY-MM-DD" }),
    steam_appid: z.number().int().nullable(),
    stores: z.array(z.string()).meta({ description: "Stores that sell it in any market" }),
    wishlists: z.number().int(),
  })
  .meta({ id: "MergeTarget" });
export type MergeTarget = z.output<typeof MergeTarget>;
