import { z } from "zod";
import { StoreKey } from "../stores/store-key.ts";

/** A price that overrides the store's for a limited time. */
const Override = z.object({
  price: z.number(),
  regular_price: z.number().nullable(),
  until: z.string(),
  reason: z.string(),
  set_at: z.string(),
  set_by: z.string().nullable().meta({ description: "`null` = deleted account" }),
});

/** An offer as editors see it: of any store and market, enabled or not. */
export const DeskOffer = z
  .object({
    store: StoreKey,
    country: z.string(),
    currency: z.string(),
    price: z.number().nullable().meta({ description: "`null` = not sold" }),
    regular_price: z.number().nullable(),
    in_stock: z.boolean().nullable(),
    link: z.string().nullable(),
    product_id: z.string().nullable(),
    first_seen_at: z.string(),
    last_seen_at: z.string(),
    source: z.string().nullable().meta({ description: "The source whose reading saw it last; `null` = a file" }),
    is_linked_by_hand: z.boolean().meta({ description: "The match was decided manually" }),
    override: Override.nullable(),
  })
  .meta({ id: "DeskOffer" });
export type DeskOffer = z.output<typeof DeskOffer>;

/** A record of a store's price history. */
export const DeskRecord = z
  .object({
    store: StoreKey,
    country: z.string(),
    currency: z.string(),
    recorded_at: z.string(),
    price: z.number().nullable().meta({ description: "`null` = no longer sold" }),
    regular_price: z.number().nullable(),
    voided: z
      .object({ at: z.string(), by: z.string().nullable(), reason: z.string() })
      .nullable()
      .meta({ description: "Voided: it was wrong and counts nowhere" }),
  })
  .meta({ id: "DeskRecord" });
export type DeskRecord = z.output<typeof DeskRecord>;

/** A best price that changed lately. */
export const PriceChange = z
  .object({
    game: z.object({ id: z.number().int(), title: z.string() }),
    country: z.string(),
    currency: z.string(),
    store: StoreKey.nullable(),
    previous_price: z.number(),
    price: z.number(),
    next_price: z.number().nullable().meta({ description: "The lowest price of the other enabled stores" }),
    changed_at: z.string(),
  })
  .meta({ id: "PriceChange" });
export type PriceChange = z.output<typeof PriceChange>;
