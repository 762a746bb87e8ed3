import { z } from "zod";
import { isCurrencyCode } from "../core/currencies.ts";
import { FileEncoding } from "../core/file-encoding.ts";
import { CountryCode } from "../core/parameters.ts";
import { firstCountry } from "../markets/regions.ts";
import { feedColumns } from "../prices/feed-rules.ts";
import { readingStates } from "../prices/reading-rules.ts";
import { StoreKey } from "../stores/store-key.ts";
import { importKinds, importStates, maxUploadBytes } from "./rules.ts";

const count = z.number().int().nonnegative();
const moment = z.iso.datetime();

const encoding = FileEncoding.optional().meta({
  description: "Encoding of files without a byte order mark or a declaration",
});

const accept_collapse = z
  .boolean()
  .default(false)
  .meta({ description: "Import even if half of the prices fall by more than 80% or become the same amount" });
const strict = z.boolean().default(false).meta({ description: "Import nothing if any row is invalid" });

/** Options for reading a catalogue file. */
export const GamesOptions = z.object({
  strict,
  encoding,
  keep_sample: z.boolean().default(false).meta({ description: "Keep the bundled sample games" }),
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
    .meta({ description: "Column names of the file, by field" }),
  currency: z
    .string()
    .refine(isCurrencyCode, "Expected a currency, such as EUR")
    .nullable()
    .default(null)
    .meta({ description: "Currency of amounts that state none; without it such rows are rejected" }),
  accept_loss: z
    .boolean()
    .default(false)
    .meta({ description: "Import even if the file has lost more than 30% of its rows since the last one" }),
  encoding,
  accept_collapse,
  strict,
});
export type PricesOptions = z.output<typeof PricesOptions>;

/** A rejected row and the reason. */
export const RejectedRow = z.object({
  row: z.string().meta({ description: "`line 12`, or the store's name for the product" }),
  field: z.string().nullable(),
  reason: z.string(),
});
export type RejectedRow = z.output<typeof RejectedRow>;

/** The changes that a file would make, or has made. */
export const ImportSummary = z
  .object({
    read: count.meta({ description: "Rows" }),
    added: count.meta({ description: "New games; for a price file, new offers" }),
    changed: count.meta({ description: "Changed games; for a price file, changed offers" }),
    unchanged: count,
    rejected: count.meta({ description: "Invalid or ambiguous rows" }),
    ignored: count.default(0).meta({ description: "Invalid values ignored in otherwise valid rows" }),
    repeated: count.meta({ description: "Rows replaced by a later row for the same item" }),
    foreign: count.meta({ description: "Products for other platforms or regions" }),
    unmatched: count.meta({ description: "Products without a certain match" }),
    price_changes: count,
    sample_removed: count.meta({ description: "Games of the bundled sample" }),
    prices_left_out: count.default(0).meta({
      description: "Offers in a catalogue file; prices and links require the permission `prices.write`",
    }),
    unknown_fields: z.array(z.string()).meta({ description: "Column names in the file that match no field" }),
    examples: z.array(RejectedRow).meta({ description: "The first rows that are rejected or lose a value" }),
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
      .meta({ description: "What was kept because it has changed since; at most 100" }),
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
    received: count.meta({ description: "Bytes received; the offset to continue from" }),
    state: z.enum(importStates),
    options: z.union([PricesOptions, GamesOptions]).nullable(),
    progress: z.number().nullable().meta({ description: "Share of the file processed, 0 to 1" }),
    problem: z.string().nullable(),
    summary: ImportSummary.nullable().meta({ description: "Summary of the check, then of the import" }),
    rejected_rows: z.boolean().meta({ description: "A file of rejected rows is available" }),
    undoable: z.boolean(),
    undo: UndoResult.nullable(),
    uploaded_by: z.string().nullable().meta({ description: "`null` = deleted account" }),
    created_at: moment,
    applied_at: moment.nullable(),
    undone_at: moment.nullable(),
    undone_by: z.string().nullable().meta({ description: "`null` = the command line, or an account that is gone" }),
    reading: z
      .object({ id: z.number().int(), state: z.enum(readingStates) })
      .nullable()
      .meta({ description: "Of its prices: may be undone alone; `held` if they collapsed and nothing was imported" }),
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
    .meta({ description: "Modification time; identifies the file together with name and size" }),
});
export type NewImport = z.output<typeof NewImport>;
