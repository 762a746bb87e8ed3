import { z } from "zod";
import { CountryCode } from "../core/parameters.ts";
import { FeedFields } from "../prices/feed-schema.ts";
import { StoreFields } from "./schema.ts";
import { StoreKey } from "./store-key.ts";

const sentence = z.string().trim().min(1).max(500);

/** What a pack says about a store that the store's own fields do not. */
export const PackFacts = z.strictObject({
  countries: z
    .array(CountryCode)
    .max(300)
    .meta({ description: "Where it sells at prices of its own; empty = not stated" }),
  feed: z
    .strictObject({
      columns: FeedFields.shape.columns,
      currency: FeedFields.shape.currency,
      encoding: FeedFields.shape.encoding,
      programme: sentence.nullable().meta({ description: "Where to ask for the feed; `null` = not known" }),
      licence: sentence.nullable().meta({ description: "Terms under which it may be used; `null` = not known" }),
    })
    .nullable()
    .meta({ description: "How its product feed is read, without an address; `null` = it has none that is known" }),
  source: sentence.nullable().meta({ description: "Where these facts are from" }),
});
export type PackFacts = z.output<typeof PackFacts>;

const { name, kind, website, activation, color, reports_stock } = StoreFields.shape;

/** A store as one file, to share it with other sites (spec/administration 7.6). It holds no link templates or secrets. */
export const StorePack = z
  .strictObject({
    format: z.literal("store-pack-1", { error: 'Expected "store-pack-1"' }),
    key: StoreKey,
    ...{ name, kind, website, activation, color, reports_stock },
    ...PackFacts.shape,
  })
  .meta({ id: "StorePack" });
export type StorePack = z.output<typeof StorePack>;

/** The largest file, in bytes. */
export const maxPackBytes = 64 * 1_024;
