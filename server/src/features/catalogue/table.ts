import type { EditableGame } from "contract/catalogue/game-fields.ts";
import { gameActions } from "contract/catalogue/rules.ts";
import type { EditableField } from "contract/games/columns.ts";
import { index, integer, jsonb, pgTable, primaryKey, sql, text, timestamp } from "../../platform/db/drizzle.ts";
import { games } from "../games/table.ts";
import { users } from "../users/table.ts";
import type { GameDetails } from "./sources/game-details.ts";

/** A row as JSON, by the names of its columns. */
export type SavedRow = Record<string, unknown>;

/** A list of games that had the merged game. */
export interface MergedList {
  /** Its table and column. */
  list: "vouchers.game_ids" | "vouchers.excluded_game_ids" | "rule_searches.game_ids";
  /** The key of its row. */
  row: number;
  /** Whether it had the other game too. */
  hadBoth: boolean;
}

/** Rows as they were before a merge: those of the merged game, and those of the other one (`into…`) that changed. */
export interface MergeSnapshot {
  game: SavedRow;
  /** Whether the appid moved to the other game, which had none. */
  movedAppid: boolean;
  /** The titles that the other game did not have; absent in older merges. */
  addedTitles?: string[];
  /** The same of titles by language, as `ja: 缺氧`. */
  addedLocalized?: string[];
  /** Whether the other game was an addition to this one. */
  wasBase: boolean;
  /** The other additions to the merged game. */
  additions: number[];
  facts: SavedRow[];
  /** The sources of the facts that moved; for the rest the other game had its own. */
  movedFacts: string[];
  offers: SavedRow[];
  intoOffers: SavedRow[];
  history: SavedRow[];
  intoHistory: SavedRow[];
  prices: SavedRow[];
  intoPrices: SavedRow[];
  /** Products that were accepted as the merged game. */
  matches: number[];
  /** Its periods in subscription plans that moved; absent in older merges. */
  memberships?: number[];
  /** Its periods that the other game had too; absent in older merges. */
  lostMemberships?: SavedRow[];
  /** Products that may have been the merged game, with all their candidates. */
  candidates: { id: number; candidates: number[] }[];
  /** Products for which the merged game was proposed; absent in older merges. */
  proposals?: number[];
  /** Items of bundles that were the merged game; absent in older merges. */
  bundled?: number[];
  /** Lists of games that had it; absent in older merges. */
  lists?: MergedList[];
  /** The merged game's edits. */
  versions: SavedRow[];
  /** Its clicks on store links, which the other game's clicks include. */
  clicks: SavedRow[];
  /** Settled reports of its prices. */
  reports: SavedRow[];
  /** The messages of the reports that moved. */
  movedReports: number[];
  voided: SavedRow[];
  intoVoided: SavedRow[];
  /** The other game's voided records of these offers after the merge. */
  mergedVoided: SavedRow[];
  overrides: SavedRow[];
  intoOverrides: SavedRow[];
  /** Notification events about it; absent in merges from before rules existed. */
  movedEvents?: { id: number; ruleId: number | null }[];
}

/** The apps that Steam lists, whose details are fetched one by one. */
export const steamApps = pgTable("steam_apps", {
  appid: integer().primaryKey(),
  name: text().notNull(),
  /** When Steam last changed it; `null` = Steam has not listed it. */
  modifiedAt: timestamp({ withTimezone: true }),
  /** When its details were last fetched; `null` = never. */
  readAt: timestamp({ withTimezone: true }),
  /** The languages in which its title was fetched, the first of them at `titlesReadAt`. */
  titlesRead: text().array().notNull().default([]),
  titlesReadAt: timestamp({ withTimezone: true }),
});

/** The latest details of a game from a source, with genres as the source names them. */
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

/** The state of a game after each edit, and before the first one. */
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
 * Games that were merged into others, and deleted. The ids do not reference `games`, as the other game may be merged in
 * turn, and then has its own row here.
 */
export const gameMerges = pgTable(
  "game_merges",
  {
    gameId: integer().primaryKey(),
    intoId: integer().notNull(),
    title: text().notNull(),
    titleKey: text().notNull(),
    /** Its ids at sources, such as `steam 220`, which must not add it again. */
    products: text().array().notNull(),
    mergedAt: timestamp({ withTimezone: true }).notNull(),
    /** What an undo restores apart from users' items; `null` = it can no longer be undone. */
    snapshot: jsonb("kept").$type<MergeSnapshot>(),
  },
  (table) => [index("game_merges_into_idx").on(table.intoId)],
);

/** What a merge did to a user's item, as long as it can be undone. Deleted with the user's account. */
export const mergedItems = pgTable(
  "merged_items",
  {
    gameId: integer()
      .notNull()
      .references(() => gameMerges.gameId, { onDelete: "cascade" }),
    kind: text().$type<"list_item" | "gift_mark" | "library_game" | "rule">().notNull(),
    itemId: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The row before the merge. */
    before: jsonb().notNull(),
    /** The row after the merge; `null` = removed, because the user had both games. */
    after: jsonb(),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.kind, table.itemId] }),
    index("merged_items_user_idx").on(table.userId),
  ],
);
