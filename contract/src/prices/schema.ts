import { z } from "zod";
import { StoreKey } from "../stores/store-key.ts";

/** A store's price since `recorded_at` (ISO 8601, UTC); `null` = it stopped selling the game. */
export const PriceRecord = z
  .object({ recorded_at: z.string(), origin: StoreKey, price: z.number().nullable() })
  .meta({ id: "PriceRecord" });
export type PriceRecord = z.output<typeof PriceRecord>;

/** The lowest price since the regular price last rose, and how often it has occurred since. */
export const AttainableLow = z
  .object({ price: z.number(), store: StoreKey, times: z.number().int(), since: z.string() })
  .meta({ id: "AttainableLow" });
export type AttainableLow = z.output<typeof AttainableLow>;

export const PriceHistory = z
  .object({
    history: z.array(PriceRecord),
    origins: z.array(StoreKey),
    count: z.number().int(),
    currency: z.string(),
    attainable_low: AttainableLow.nullable().meta({ description: "Across all stores and the whole history" }),
  })
  .meta({ id: "PriceHistory" });
export type PriceHistory = z.output<typeof PriceHistory>;
