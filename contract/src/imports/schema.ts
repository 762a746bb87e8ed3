import { z } from "zod";
import { isCurrencyCode } from "../core/currencies.ts";
import { FileEncoding } from "../core/file-encoding.ts";
import { CountryCode } from "../core/parameters.ts";
import { firstCountry } from "../markets/schema.ts";
import { feedColumns } from "../prices/feed-rules.ts";
import { StoreKey } from "../stores/store-key.ts";
import { importKinds, importStates, maxUploadBytes } from "./rules.ts";

const count = z.number().int().nonnegative();
const moment = z.iso.datetime();

const encoding = FileEncoding.optional().meta({
  description: "Of a file that neither begins with a byte order mark nor declares its encoding",
});

const accept_collapse = z
  .boolean()
  .default(false)
  .meta({ description: "Believe prices of which half fall by more than 80 %, or become one amount" });
const strict = z.boolean().default(false).meta({ description: "One bad row, and nothing goes in" });

/** Options for reading a catalogue file. */
export const GamesOptions = z.object({
  strict,
  encoding,
  keep_sample: z
    .boolean()
    .default(false)
    .meta({ description: "Leave the games of the bundled sample where they are, beside the real ones" }),
  accept_collapse,
});
export type GamesOptions = z.output<typeof GamesOptions>;

/** Options for reading a price file. */
export const PricesOptions = z.object({
  store: StoreKey,
  country: CountryCode.default(firstCountry),
  columns: z
    .partialRecord(z.enum(feedColumns), z.string().trim().min(1).max(200))
    .default({})
    .meta({ description: "Names that the file has for our columns, by ours" }),
  currency: z
    .string()
    .refine(isCurrencyCode, "Expected a currency, such as EUR")
    .nullable()
    .default(null)
    .meta({ description: "What amounts are in that name no currency; without it such rows are refused" }),
  accept_loss: z
    .boolean()
    .default(false)
    .meta({ description: "Believe a file that has lost more than 30 % of its rows since the last one" }),
  encoding,
  accept_collapse,
  strict,
});
export type PricesOptions = z.output<typeof PricesOptions>;

/** A rejected row and the reason. */
export const RejectedRow = z.object({
  row: z.string().meta({ description: "`line 12`, or what the store calls the product" }),
  field: z.string().nullable(),
  reason: z.string(),
});
export type RejectedRow = z.output<typeof RejectedRow>;

/** The changes that a file would make, or has made. */
export const ImportSummary = z
  .object({
    read: count.meta({ description: "Rows" }),
    added: count.meta({ description: "New games; of a price file new offers" }),
    changed: count.meta({ description: "Games, of a price file offers, that differ in any part" }),
    unchanged: count,
    rejected: count.meta({ description: "Rows that are wrong or unclear" }),
    ignored: count.default(0).meta({ description: "Values of rows that count without them" }),
    repeated: count.meta({ description: "Rows that a later row about the same thing stands for" }),
    foreign: count.meta({ description: "Products for other machines or regions" }),
    unmatched: count.meta({ description: "Products of no game for certain" }),
    price_changes: count,
    sample_removed: count.meta({ description: "Games of the bundled sample" }),
    prices_left_out: count.default(0).meta({
      description: "Offers that a catalogue file has: their prices and links need the permission `prices.write`",
    }),
    unknown_fields: z.array(z.string()).meta({ description: "Column names in the file that match no field" }),
    examples: z.array(RejectedRow).meta({ description: "The first rows that stay out or lose a value" }),
  })
  .meta({ id: "ImportSummary" });
export type ImportSummary = z.output<typeof ImportSummary>;

/** The result of an undo. */
export const UndoResult = z
  .object({
    games_removed: count,
    games_restored: count,
    prices_restored: count,
    left_count: count,
    left: z
      .array(z.object({ game_id: z.number().int(), title: z.string().nullable(), what: z.string() }))
      .meta({ description: "What stayed, because it has changed since; at most 100" }),
  })
  .meta({ id: "ImportUndo" });
export type UndoResult = z.output<typeof UndoResult>;

/** The import of a file. */
export const FileImport = z
  .object({
    id: z.number().int(),
    kind: z.enum(importKinds),
    name: z.string(),
    size: count.meta({ description: "Bytes" }),
    received: count.meta({ description: "Bytes that have arrived: where to go on" }),
    state: z.enum(importStates),
    options: z.union([PricesOptions, GamesOptions]).nullable(),
    progress: z.number().nullable().meta({ description: "How much of the file a worker has read, 0 to 1" }),
    problem: z.string().nullable(),
    summary: ImportSummary.nullable().meta({ description: "Of the check, then of what was applied" }),
    rejected_rows: z.boolean().meta({ description: "There is a file of rows that stay out" }),
    undoable: z.boolean(),
    undo: UndoResult.nullable(),
    uploaded_by: z.string().nullable().meta({ description: "`null` = an account that is gone" }),
    created_at: moment,
    applied_at: moment.nullable(),
    undone_at: moment.nullable(),
  })
  .meta({ id: "FileImport" });
export type FileImport = z.output<typeof FileImport>;

/** What the browser sends about a file before the upload. */
export const NewImport = z.object({
  name: z.string().trim().min(1).max(200),
  size: z.number().int().min(1, "The file is empty").max(maxUploadBytes, "The file is larger than 500 MB"),
  modified: moment
    .nullable()
    .default(null)
    .meta({ description: "When the file was last changed: with name and size it identifies the file" }),
});
export type NewImport = z.output<typeof NewImport>;
