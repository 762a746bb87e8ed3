import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  sql,
  text,
  timestamp,
  uniqueIndex,
} from "../../platform/db/drizzle.ts";
import { stores } from "../stores/table.ts";

/** Codes that reduce the prices of a store. Money in minor units of `currency`. */
export const vouchers = pgTable(
  "vouchers",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    store: text()
      .notNull()
      .references(() => stores.key, { onDelete: "cascade" }),
    code: text().notNull(),
    /** In words, for visitors. */
    conditions: text().notNull().default(""),
    /** `null` = all markets. */
    country: text(),
    percent: smallint(),
    amountMinor: integer(),
    currency: text(),
    /** Empty = the whole store. */
    gameIds: integer().array().notNull().default([]),
    excludedGameIds: integer().array().notNull().default([]),
    excludedRegions: text().array().notNull().default([]),
    minimumMinor: integer(),
    fullPriceOnly: boolean().notNull().default(false),
    beginsAt: timestamp({ withTimezone: true }),
    endsAt: timestamp({ withTimezone: true }),
    /** Its id in the file that it was imported from. */
    promotionId: text(),
    version: integer().notNull().default(1),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("vouchers_store_idx").on(table.store),
    uniqueIndex("vouchers_promotion_key")
      .on(table.store, sql`coalesce(${table.country}, '')`, table.promotionId)
      .where(sql`${table.promotionId} is not null`),
  ],
);

/** What a visitor said about a voucher, one vote a day. The visitor is a hash that changes with the day. */
export const voucherVotes = pgTable(
  "voucher_votes",
  {
    voucherId: integer()
      .notNull()
      .references(() => vouchers.id, { onDelete: "cascade" }),
    day: date({ mode: "string" }).notNull(),
    visitor: text().notNull(),
    works: boolean().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.voucherId, table.day, table.visitor] }),
    index("voucher_votes_day_idx").on(table.day),
  ],
);
