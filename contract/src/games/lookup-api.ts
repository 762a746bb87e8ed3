import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Country } from "../core/parameters.ts";
import { Game, Insight } from "./schema.ts";

/** Games that one lookup may ask for. */
export const maxLookups = 100;
/** A lookup of more games leaves verdicts out: each is computed from the history of a game. */
export const maxVerdicts = 10;

/** How a lookup names games. */
export const lookupKeys = ["steam", "gog", "epic", "url", "title"] as const;
export type LookupKey = (typeof lookupKeys)[number];

/** One text with commas, or several parameters of that name: then commas are part of each. */
const Names = z.union([z.string().max(8_000), z.array(z.string().max(1_000)).max(maxLookups)]);

export const LookedUpGame = Game.extend({
  url: z.string().meta({ description: "The page of the game on this site" }),
  verdict: Insight.shape.verdict.meta({
    description: `\`null\` without enough history, or when more than ${maxVerdicts} games are asked for`,
  }),
}).meta({ id: "LookedUpGame" });
export type LookedUpGame = z.output<typeof LookedUpGame>;

export const lookupEndpoints = {
  lookup: endpoint("GET /api/lookup", {
    summary: "Find games by their ids or addresses at stores, or by their titles; open to other sites",
    access: "public",
    isCached: true,
    query: z
      .object({
        steam: Names.optional().meta({ description: "Steam appids, by commas" }),
        gog: Names.optional().meta({ description: "GOG's ids of products" }),
        epic: Names.optional().meta({ description: "Epic's ids of products" }),
        url: Names.optional().meta({ description: "Addresses of pages at stores" }),
        title: Names.optional().meta({ description: "Titles that exactly one game has" }),
        country: Country.optional(),
      })
      .refine((query) => lookupKeys.filter((key) => query[key] !== undefined).length === 1, {
        message: `Expected exactly one of ${lookupKeys.join(", ")}`,
        path: ["steam"],
      }),
    response: z.object({
      games: z
        .record(z.string(), LookedUpGame.nullable())
        .meta({ description: "By what was asked for; `null` = no game, or not certainly one" }),
    }),
  }),
};
