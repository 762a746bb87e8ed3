import { z } from "zod";
import { Game } from "../schema.ts";
import { landingKinds } from "./rules.ts";

export const LandingKind = z.enum(landingKinds);

const LandingGame = Game.pick({ id: true, title: true, localized_title: true, best_price: true, rating: true });

/** The summary that a landing page shows of its games; prices in `currency`. */
export const LandingPage = z
  .object({
    kind: LandingKind,
    slug: z.string(),
    name: z
      .string()
      .meta({ description: "The most common spelling; for `under` the amount, for `store` the store's name" }),
    filter: z
      .record(z.string(), z.string())
      .meta({ description: "The filter of `GET /api/games` that selects the games" }),
    count: z.number().int().meta({ description: "Number of games" }),
    on_sale: z.number().int().meta({ description: "Number of games below their regular price" }),
    at_low: z.number().int().meta({ description: "Number of games at their lowest price ever" }),
    typical_cut: z.number().int().nullable().meta({
      description: "The median discount of the games on sale, in whole percent; `null` if there are none",
    }),
    currency: z.string(),
    cheapest: LandingGame.nullable().meta({ description: "Excluding free games" }),
    best_rated: LandingGame.nullable(),
  })
  .meta({ id: "LandingPage" });
export type LandingPage = z.output<typeof LandingPage>;

/** A landing page in a list of them. */
export const LandingEntry = z
  .object({ slug: z.string(), name: z.string(), count: z.number().int() })
  .meta({ id: "LandingEntry" });
export type LandingEntry = z.output<typeof LandingEntry>;
