import { z } from "zod";
import { StoreKey } from "../stores/store-key.ts";
import { matchReasons } from "./match-reasons.ts";

/** A game that a product may match, with fields that distinguish games of one title. */
export const MatchCandidate = z
  .object({
    id: z.number().int(),
    title: z.string(),
    developer: z.string().nullable(),
    genre: z.string().nullable(),
    release_date: z.string().nullable().meta({ description: "YYYY-MM-DD" }),
    steam_appid: z.number().int().nullable(),
    steam_price: z.number().nullable().meta({ description: "In the default market" }),
  })
  .meta({ id: "MatchCandidate" });
export type MatchCandidate = z.output<typeof MatchCandidate>;

export const MatchReason = z.enum(Object.keys(matchReasons) as (keyof typeof matchReasons)[]);
export type MatchReason = z.output<typeof MatchReason>;

/** A store's product whose game is uncertain, and the decision about it. */
export const Match = z
  .object({
    id: z.number().int(),
    store: StoreKey,
    product_id: z.string(),
    title: z.string().nullable(),
    link: z.string().nullable(),
    price: z.number().nullable().meta({ description: "When it was last seen, in `currency`" }),
    currency: z.string().nullable(),
    seen_count: z.number().int().meta({ description: "Readings of the store that contained it while in review" }),
    last_seen_at: z.string(),
    candidates: z.array(MatchCandidate),
    reason: MatchReason.nullable().meta({
      description: "Reason for the review; `null` = recorded before reasons existed",
    }),
    proposal: z
      .object({
        game: z.object({ id: z.number().int(), title: z.string() }),
        proposed_at: z.string(),
        proposed_by: z.string().nullable().meta({ description: "A username; `null` = a deleted account" }),
        stale: z.boolean().meta({ description: "The store has changed the product's title since" }),
      })
      .nullable()
      .meta({ description: "The game that somebody proposes; a person decides" }),
    decision: z.enum(["accepted", "rejected"]).nullable().meta({ description: "`null` = in review" }),
    game: z
      .object({ id: z.number().int(), title: z.string() })
      .nullable()
      .meta({ description: "The game that was accepted" }),
    is_new_game: z.boolean().meta({ description: "The game was created for it" }),
    decided_at: z.string().nullable(),
    decided_by: z.string().nullable().meta({ description: "`null` = command line or deleted account" }),
  })
  .meta({ id: "Match" });
export type Match = z.output<typeof Match>;
