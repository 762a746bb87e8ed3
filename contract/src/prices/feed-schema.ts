import { z } from "zod";
import { isCurrencyCode } from "../core/currencies.ts";
import { FileEncoding } from "../core/file-encoding.ts";
import { CountryCode } from "../core/parameters.ts";
import { StoreKey } from "../stores/store-key.ts";
import { feedColumns } from "./feed-rules.ts";
import { RefusalCount, SourceKey } from "./source-schema.ts";

const count = z.number().int().nonnegative();

const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, "Expected a currency, such as GBP")
  .refine(isCurrencyCode, "Unknown currency");

const Address = z
  .string()
  .trim()
  .max(2_000)
  .refine(
    (address) => /^https?:\/\/[^/\\\s]\S*$/.test(address) && URL.canParse(address),
    "Expected an address that begins with https://",
  );

const ColumnName = z.string().trim().min(1).max(200);

/** The fields of a product feed that administrators edit. */
export const FeedFields = z.object({
  store: StoreKey,
  country: CountryCode,
  url: Address.meta({ description: "A masked URL of a feed refers to the stored one" }),
  currency: Currency.nullable().meta({
    description: "Currency of amounts that state none; `null` = such rows are rejected",
  }),
  encoding: FileEncoding.nullable().meta({
    description: "Encoding of a feed without a byte order mark or a declaration; `null` = UTF-8",
  }),
  columns: z.partialRecord(z.enum(feedColumns), ColumnName).meta({ description: "Column names of the feed, by field" }),
});
export type FeedFields = z.output<typeof FeedFields>;

/** A store's product feed for a country. */
export const ProductFeed = z
  .object({
    id: z.number().int(),
    store: StoreKey,
    country: z.string(),
    url: z.string().nullable().meta({
      description: "With secrets masked; `null` = encrypted with another secret key and must be entered again",
    }),
    currency: z.string().nullable(),
    encoding: FeedFields.shape.encoding,
    columns: FeedFields.shape.columns,
    source: SourceKey.meta({ description: "Key of the source that lists its runs" }),
    offers: count.nullable().meta({ description: "Valid rows of the last accepted reading; `null` = none yet" }),
    read_at: z.string().nullable().meta({ description: "Time of the last accepted reading" }),
    version: z.number().int(),
    updated_at: z.string(),
  })
  .meta({ id: "ProductFeed" });
export type ProductFeed = z.output<typeof ProductFeed>;

/** A row of a feed as it is parsed. */
export const FeedPreviewRow = z
  .object({
    line: count,
    product_id: z.string().nullable(),
    title: z.string().nullable(),
    price: z.number().nullable(),
    regular: z.number().nullable(),
    currency: z.string().nullable(),
    in_stock: z.boolean().nullable(),
    game: z.object({ id: z.number().int(), title: z.string() }).nullable(),
    problem: z.string().nullable().meta({ description: "Reason for the rejection" }),
    warning: z.string().nullable().meta({ description: "Values of the row that are ignored" }),
  })
  .meta({ id: "FeedPreviewRow" });
export type FeedPreviewRow = z.output<typeof FeedPreviewRow>;

/** The content of a feed, and what a run would change now. */
export const FeedPreview = z
  .object({
    problem: z.string().nullable().meta({ description: "Reason why the whole feed would be rejected" }),
    columns: z.array(z.string()).meta({ description: "As in the feed" }),
    rows: z.array(FeedPreviewRow).meta({ description: "The first ones" }),
    read: count.meta({ description: "Rows read" }),
    whole: z.boolean().meta({ description: "The feed was read to its end" }),
    considered: count.meta({ description: "Number of rows, from the beginning, that the other counts refer to" }),
    matched: count.meta({ description: "Games that would have an offer" }),
    unmatched: count.meta({ description: "Products without a certain match" }),
    changed: count.meta({ description: "Offers that would be new or different" }),
    price_changes: count,
    refused: count,
    refusals: z.array(RefusalCount),
  })
  .meta({ id: "FeedPreview" });
export type FeedPreview = z.output<typeof FeedPreview>;
