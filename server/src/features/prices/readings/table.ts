import type { ReadingKind, ReadingOrigin, ReadingState } from "contract/prices/reading-rules.ts";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  sql,
  text,
  timestamp,
  uniqueIndex,
} from "../../../platform/db/drizzle.ts";
import { users } from "../../users/table.ts";
import type { OfferObservation } from "../offers/commands.ts";
import { pricePolls } from "../table.ts";

/** One pass over a source of prices, whatever started it. It can be undone as a whole (spec/price-sources 8). */
export const readings = pgTable(
  "readings",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<ReadingKind>().notNull(),
    /** The key of a polled source, otherwise the name of the file. */
    source: text().notNull(),
    /** `null` = prices of several stores. */
    store: text(),
    country: text(),
    origin: text().$type<ReadingOrigin>().notNull(),
    /** `null` = the schedule, the command line, or a deleted account. */
    startedBy: integer().references(() => users.id, { onDelete: "set null" }),
    pollId: integer().references(() => pricePolls.id, { onDelete: "set null" }),
    state: text().$type<ReadingState>().notNull(),
    begunAt: timestamp({ withTimezone: true }).notNull(),
    endedAt: timestamp({ withTimezone: true }),
    /** Products or rows read. */
    seen: integer().notNull().default(0),
    /** Offers that are new or differ in any part; of a past only the records added. */
    changed: integer().notNull().default(0),
    /** Offers that wait to be applied. */
    held: integer().notNull().default(0),
    /** Why it is held. */
    problem: text(),
    undoneAt: timestamp({ withTimezone: true }),
    /** `null` = the command line, or a deleted account. */
    undoneBy: integer().references(() => users.id, { onDelete: "set null" }),
    /** Offers that the undo took back. */
    takenBack: integer().notNull().default(0),
  },
  (table) => [
    index("readings_source_idx").on(table.source, table.id),
    uniqueIndex("readings_poll_key").on(table.pollId).where(sql`${table.pollId} is not null`),
    index("readings_held_idx").on(table.source).where(sql`${table.state} = 'held'`),
  ],
);

/**
 * What a reading changed, for its undo: an `offer` or `override` with its differing values before and after (before =
 * `null`: it did not exist), the row of `prices` that lists show (with the values before only), or `records` of the
 * history that it removed, by their time. Offers that it created are known by `offers.reading_id`.
 */
export const readingImages = pgTable(
  "reading_images",
  {
    readingId: integer()
      .notNull()
      .references(() => readings.id, { onDelete: "cascade" }),
    gameId: integer().notNull(),
    country: text().notNull(),
    what: text().$type<"offer" | "override" | "prices" | "records">().notNull(),
    /** Empty for the prices in lists. */
    store: text().notNull(),
    /** When the reading first and last changed it. */
    at: timestamp({ withTimezone: true }).notNull(),
    lastAt: timestamp({ withTimezone: true }).notNull(),
    /** Of an offer: whether it can be delivered afterwards. */
    deliverable: boolean(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    primaryKey({ columns: [table.readingId, table.gameId, table.country, table.what, table.store] }),
    index("reading_images_game_idx").on(table.gameId, table.country),
  ],
);

/** The matched offers of a reading that is held, page by page. */
export const heldPages = pgTable(
  "held_pages",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    readingId: integer()
      .notNull()
      .references(() => readings.id, { onDelete: "cascade" }),
    seenAt: timestamp({ withTimezone: true }).notNull(),
    observations: jsonb().$type<OfferObservation[]>().notNull(),
  },
  (table) => [index("held_pages_reading_idx").on(table.readingId)],
);
