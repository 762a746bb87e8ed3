import type { EditableGame } from "contract/catalogue/game-fields.ts";
import { type EditableField, gameActions } from "contract/catalogue/rules.ts";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "../accounts/table.ts";
import { games } from "../games/table.ts";
import type { GameDetails } from "./sources/game-details.ts";

/** A row as JSON, by the names of its columns. */
export type SavedRow = Record<string, unknown>;

/** Rows as they were before a merge: those of the merged game, and those of the other one (`into…`) that changed. */
export interface SavedRows {
  game: SavedRow;
  /** The appid moved to the other game, which had none. */
  movedAppid: boolean;
  /** The other game named this one as its base game. */
  wasBase: boolean;
  /** Games that named the merged one as their base game. */
  additions: number[];
  facts: SavedRow[];
  /** The sources of those that moved; of others the other game had its own. */
  movedFacts: string[];
  offers: SavedRow[];
  intoOffers: SavedRow[];
  history: SavedRow[];
  intoHistory: SavedRow[];
  prices: SavedRow[];
  intoPrices: SavedRow[];
  /** Products that were accepted as the merged game. */
  matches: number[];
  /** Products that may have been the merged game, with all their candidates. */
  candidates: { id: number; candidates: number[] }[];
  /** The merged game's edits. */
  versions: SavedRow[];
  /** How often visitors went from it to stores, which the other game's clicks have in them. */
  clicks: SavedRow[];
  /** Reports of its prices that were settled. */
  reports: SavedRow[];
  /** The messages of the reports that moved. */
  movedReports: number[];
  voided: SavedRow[];
  intoVoided: SavedRow[];
  /** Voided records that the other game had of these offers after the merge. */
  mergedVoided: SavedRow[];
  overrides: SavedRow[];
  intoOverrides: SavedRow[];
  /** Events of rules about it; absent before there were rules. */
  movedEvents?: { id: number; ruleId: number | null }[];
}

/** What Steam lists: apps whose details are read one by one. */
export const steamApps = pgTable("steam_apps", {
  appid: integer().primaryKey(),
  name: text().notNull(),
  /** When Steam last changed it; `null` = Steam has not listed it. */
  modifiedAt: timestamp({ withTimezone: true }),
  /** When its details were last requested; `null` = never. */
  readAt: timestamp({ withTimezone: true }),
});

/** What a source last said of a game, as it said it: its genres are in the source's words. */
export const gameFacts = pgTable(
  "game_facts",
  {
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    source: text().notNull(),
    /** The source's own id. */
    productId: text().notNull(),
    details: jsonb().$type<GameDetails>().notNull(),
    readAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.source] }),
    index("game_facts_product_idx").on(table.source, table.productId),
    index("game_facts_parent_idx")
      .on(sql`(${table.details} ->> 'parentAppid')`)
      .where(sql`${table.details} ? 'parentAppid'`),
  ],
);

/** The state of a game after each change by a person, and the one before the first. */
export const gameVersions = pgTable(
  "game_versions",
  {
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    action: text({ enum: gameActions }).notNull(),
    /** All editable fields. */
    values: jsonb().$type<EditableGame>().notNull(),
    /** Those that override the sources. */
    overridden: text().array().$type<EditableField[]>().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** `null` = files and sources, or a deleted account. */
    createdBy: integer().references(() => users.id, { onDelete: "set null" }),
    reason: text(),
    /** The fields that this change replaced, with their former values. */
    replaced: jsonb().$type<Partial<EditableGame>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.version] })],
);

/**
 * Games that were merged into others and are no longer there. None refers to `games`: the other one may be merged in
 * turn, and then has a row here itself.
 */
export const gameMerges = pgTable(
  "game_merges",
  {
    gameId: integer().primaryKey(),
    intoId: integer().notNull(),
    title: text().notNull(),
    titleKey: text().notNull(),
    /** What sources know it by, as `steam 220`: they do not bring it back. */
    products: text().array().notNull(),
    mergedAt: timestamp({ withTimezone: true }).notNull(),
    /** What an undo restores besides the items of users; `null` = it is too late. */
    kept: jsonb().$type<SavedRows>(),
  },
  (table) => [index("game_merges_into_idx").on(table.intoId)],
);

/** What a merge did to an item of a user, until it is too late to undo it. It leaves with the user's account. */
export const mergedItems = pgTable(
  "merged_items",
  {
    gameId: integer()
      .notNull()
      .references(() => gameMerges.gameId, { onDelete: "cascade" }),
    kind: text()
      .$type<"wishlist_item" | "list_item" | "gift_mark" | "library_game" | "price_alert" | "rule">()
      .notNull(),
    itemId: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The row before the merge. */
    before: jsonb().notNull(),
    /** The row after it; `null` = it was removed, because the user had both games. */
    after: jsonb(),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.kind, table.itemId] }),
    index("merged_items_user_idx").on(table.userId),
  ],
);
