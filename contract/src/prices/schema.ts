import { z } from "zod";
import { StoreKey } from "../parameters.ts";

/** A store's price from `recorded_at` (ISO 8601, UTC) on, in dollars; `null` = it stopped selling the game. */
export const PriceRecord = z
  .object({ recorded_at: z.string(), origin: StoreKey, price: z.number().nullable() })
  .meta({ id: "PriceRecord" });
export type PriceRecord = z.output<typeof PriceRecord>;

export const PriceHistory = z
  .object({ history: z.array(PriceRecord), origins: z.array(StoreKey), count: z.number().int() })
  .meta({ id: "PriceHistory" });
export type PriceHistory = z.output<typeof PriceHistory>;
