import { z } from "zod";
import { Game } from "../schema.ts";
import { landingKinds } from "./rules.ts";

export const LandingKind = z.enum(landingKinds);

const LandingGame = Game.pick({ id: true, title: true, best_price: true, rating: true });

/** The summary that a landing page shows of its games; prices in `currency`. */
export const LandingPage = z
  .object({
    kind: LandingKind,
    slug: z.string(),
    name: z
      .string()
      .meta({ description: "As most games spell it; of `under` the amount, of `store` the store's name" }),
    filter: z
      .record(z.string(), z.string())
      .meta({ description: "The filter of `GET /api/games` that finds the games" }),
    count: z.number().int().meta({ description: "How many games there are" }),
    on_sale: z.number().int().meta({ description: "How many of them are below their regular price" }),
    currency: z.string(),
    cheapest: LandingGame.nullable().meta({ description: "Among those that cost anything" }),
    best_rated: LandingGame.nullable(),
  })
  .meta({ id: "LandingPage" });
export type LandingPage = z.output<typeof LandingPage>;

/** A landing page in a list of them. */
export const LandingEntry = z
  .object({ slug: z.string(), name: z.string(), count: z.number().int() })
  .meta({ id: "LandingEntry" });
export type LandingEntry = z.output<typeof LandingEntry>;
