import type { BundleItemKind, BundleKind, BundleTier } from "contract/bundles/rules.ts";
import type { BundleReading } from "contract/bundles/schema.ts";
import type { Launcher } from "contract/prices/launchers.ts";
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  sql,
  text,
  timestamp,
  uniqueIndex,
} from "../../platform/db/drizzle.ts";
import { games } from "../games/table.ts";
import { stores } from "../stores/table.ts";
import { users } from "../users/table.ts";

/** Games that a store sells together. Their prices are no offers: no best price, low or alert knows them. */
export const bundles = pgTable(
  "bundles",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    store: text()
      .notNull()
      .references(() => stores.key, { onDelete: "cascade" }),
    /** The store's own id, by which a later import finds it; `null` = created by hand. */
    key: text(),
    title: text().notNull(),
    address: text().notNull(),
    kind: text().$type<BundleKind>().notNull(),
    /** Where it is sold; empty = everywhere. */
    countries: text().array().notNull().default([]),
    beginsAt: timestamp({ withTimezone: true }),
    /** `null` = not known. */
    endsAt: timestamp({ withTimezone: true }),
    redeemBy: date(),
    /** Whether all its items are listed. */
    complete: boolean().notNull().default(false),
    /** The number of its games according to the store. */
    games: integer(),
    /** Amounts in minor units. */
    tiers: jsonb().$type<BundleTier[]>().notNull().default([]),
    /** Changed by hand: imports leave it as it is. */
    edited: boolean().notNull().default(false),
    /** When an import last had it. */
    seenAt: timestamp({ withTimezone: true }).notNull(),
    version: integer().notNull().default(1),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex("bundles_store_key").on(table.store, table.key).where(sql`${table.key} is not null`),
    index("bundles_ends_at_idx").on(table.endsAt),
  ],
);

/** What a bundle has, in its order. */
export const bundleItems = pgTable(
  "bundle_items",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    bundleId: integer()
      .notNull()
      .references(() => bundles.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    /** As it is sold. */
    title: text().notNull(),
    kind: text().$type<BundleItemKind>().notNull(),
    /** The first tier that brings it, from 1. */
    tier: integer(),
    /** The id under which its match waits for review (`match_reviews`); a decision there sets `game_id`. */
    productId: text(),
    steamAppid: integer(),
    /** `null` = no game of the catalogue, or not matched. */
    gameId: integer().references(() => games.id, { onDelete: "set null" }),
    /** Empty = not known. */
    activatesOn: text().array().$type<Launcher[]>().notNull().default([]),
    /** Countries and groups of them; `null` = not stated. */
    activatesIn: text().array(),
  },
  (table) => [
    uniqueIndex("bundle_items_position_key").on(table.bundleId, table.position),
    index("bundle_items_game_idx").on(table.gameId).where(sql`${table.gameId} is not null`),
    index("bundle_items_product_idx").on(table.productId).where(sql`${table.productId} is not null`),
  ],
);

/** One daily reading of an address of BUNDLE_SOURCES. */
export const bundleReadings = pgTable(
  "bundle_readings",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    source: text().notNull(),
    state: text().$type<BundleReading["state"]>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Bundles of games that it listed. */
    seen: integer().notNull(),
    problem: text(),
  },
  (table) => [index("bundle_readings_source_idx").on(table.source, table.id)],
);

/** Which user was notified of which bundle by a rule, or whose new rule found it: each is news once. */
export const bundleNotices = pgTable(
  "bundle_notices",
  {
    bundleId: integer()
      .notNull()
      .references(() => bundles.id, { onDelete: "cascade" }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.bundleId, table.userId] }),
    index("bundle_notices_user_id_idx").on(table.userId),
  ],
);
