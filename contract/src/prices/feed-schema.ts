import { z } from "zod";
import { isCurrencyCode } from "../core/currencies.ts";
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
  url: Address.meta({ description: "The masked address of a feed stands for the one that is stored" }),
  currency: Currency.nullable().meta({
    description: "What amounts are in that name no currency; `null` = those are refused, others are in the market's",
  }),
  columns: z
    .partialRecord(z.enum(feedColumns), ColumnName)
    .meta({ description: "Names that the feed has for our columns, by ours" }),
});
export type FeedFields = z.output<typeof FeedFields>;

/** A store's product feed for a country. */
export const ProductFeed = z
  .object({
    id: z.number().int(),
    store: StoreKey,
    country: z.string(),
    url: z.string().nullable().meta({
      description: "With secrets masked; `null` = it was encrypted with another secret key and has to be entered again",
    }),
    currency: z.string().nullable(),
    columns: FeedFields.shape.columns,
    source: SourceKey.meta({ description: "Where its runs are listed" }),
    offers: count.nullable().meta({ description: "Good rows when it was last believed; `null` = never yet" }),
    read_at: z.string().nullable().meta({ description: "When that was" }),
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
    problem: z.string().nullable().meta({ description: "Why it is refused" }),
    warning: z.string().nullable().meta({ description: "What of it is ignored" }),
  })
  .meta({ id: "FeedPreviewRow" });
export type FeedPreviewRow = z.output<typeof FeedPreviewRow>;

/** The content of a feed, and what a run would change now. */
export const FeedPreview = z
  .object({
    problem: z.string().nullable().meta({ description: "Why the whole feed would be refused" }),
    columns: z.array(z.string()).meta({ description: "As the feed names them" }),
    rows: z.array(FeedPreviewRow).meta({ description: "The first ones" }),
    read: count.meta({ description: "Rows read" }),
    whole: z.boolean().meta({ description: "The feed was read to its end" }),
    considered: count.meta({ description: "The rows from its beginning that the other counts are of" }),
    matched: count.meta({ description: "Games that would have an offer" }),
    unmatched: count.meta({ description: "Products of no game, or not for certain" }),
    changed: count.meta({ description: "Offers that would be new or different" }),
    price_changes: count,
    refused: count,
    refusals: z.array(RefusalCount),
  })
  .meta({ id: "FeedPreview" });
export type FeedPreview = z.output<typeof FeedPreview>;
