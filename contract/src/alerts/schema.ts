import { z } from "zod";
import { CountryCode } from "../core/parameters.ts";

/** A price alert for a game in a market. `target_price` in `currency`; `null` = any drop. */
export const PriceAlert = z
  .object({
    id: z.number().int(),
    game_id: z.number().int(),
    title: z.string(),
    country: CountryCode,
    currency: z.string(),
    target_price: z.number().nullable(),
    created_at: z.string(),
    last_fired_at: z.string().nullable(),
    current_price: z.number().nullable().meta({ description: "The best price that can be delivered today" }),
    reached: z.boolean().meta({
      description: "The target is already reached; the next email is sent after the price has been above it",
    }),
  })
  .meta({ id: "PriceAlert" });
export type PriceAlert = z.output<typeof PriceAlert>;
