import type { ImportKind, ImportState } from "contract/imports/rules.ts";
import type { GamesOptions, ImportSummary, PricesOptions, UndoResult } from "contract/imports/schema.ts";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  timestamp,
  uuid,
} from "../../platform/db/drizzle.ts";
import { readings } from "../prices/readings/table.ts";
import { users } from "../users/table.ts";

/** How a catalogue file is read: `prices` = with those of its offers, and their links. */
export type GamesReading = GamesOptions & { prices?: boolean };

/** Files that administrators upload, and their results. The files are in the data folder. */
export const fileImports = pgTable(
  "file_imports",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<ImportKind>().notNull(),
    name: text().notNull(),
    /** In bytes. */
    size: bigint({ mode: "number" }).notNull(),
    /** The file's modification time, as reported by the browser. */
    modifiedAt: timestamp({ withTimezone: true }),
    received: bigint({ mode: "number" }).notNull().default(0),
    /** The request that writes bytes, and when its claim expires. Concurrent writers would corrupt the file. */
    writer: uuid(),
    writerUntil: timestamp({ withTimezone: true }),
    state: text().$type<ImportState>().notNull().default("uploading"),
    options: jsonb().$type<GamesReading | PricesOptions>(),
    progress: real(),
    /** How often a worker has started on this state; limited, as an import may crash its worker. */
    attempts: integer().notNull().default(0),
    problem: text(),
    summary: jsonb().$type<ImportSummary>(),
    rejectedRows: boolean().notNull().default(false),
    undoable: boolean().notNull().default(false),
    undo: jsonb().$type<UndoResult>(),
    /** The reading that its prices were. */
    readingId: integer().references(() => readings.id, { onDelete: "set null" }),
    /** `null` = a deleted account. */
    createdBy: integer().references(() => users.id, { onDelete: "set null" }),
    /** The user who requested the present state. */
    requestedBy: integer().references(() => users.id, { onDelete: "set null" }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    changedAt: timestamp({ withTimezone: true }).notNull(),
    /** The time on everything that it changed. */
    appliedAt: timestamp({ withTimezone: true }),
    undoneAt: timestamp({ withTimezone: true }),
  },
  (table) => [index("file_imports_kind_idx").on(table.kind, table.id)],
);

/**
 * What the latest import of games has changed in them, for its undo; its reading has what it changed in prices. There
 * is no reference to `games`: the undo skips games that have been deleted.
 */
export const importChanges = pgTable(
  "import_changes",
  {
    importId: integer()
      .notNull()
      .references(() => fileImports.id, { onDelete: "cascade" }),
    changed: text({ enum: ["games"] }).notNull(),
    gameId: integer().notNull(),
    country: text(),
    store: text(),
    /** Distinguishes the voided records of an offer. */
    recordedAt: timestamp({ withTimezone: true }),
    /** For games the changed columns, otherwise the row; `null` = it did not exist. */
    before: jsonb().$type<Record<string, unknown>>(),
    /** `null` for new games. */
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [index("import_changes_import_idx").on(table.importId, table.changed)],
);
