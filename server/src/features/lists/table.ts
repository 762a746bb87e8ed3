import {
  boolean,
  customType,
  index,
  integer,
  pgTable,
  sql,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from "../../platform/db/drizzle.ts";
import { games } from "../games/table.ts";
import { users } from "../users/table.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A user's lists of games: any number of own ones, and the wishlist. */
export const gameLists = pgTable(
  "game_lists",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Each user has one wishlist at most, which is created when something is first put on it. */
    kind: text().$type<"list" | "wishlist">().notNull().default("list"),
    /** Empty for the wishlist, whose name is a text of the site. */
    name: text().notNull(),
    description: text().notNull().default(""),
    /** Friends who have the link can mark what they give; the owner never sees it. */
    isGift: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Increases with every change. */
    version: integer().notNull().default(1),
  },
  (table) => [
    index("game_lists_user_id_idx").on(table.userId),
    uniqueIndex("game_lists_wishlist_key").on(table.userId).where(sql`${table.kind} = 'wishlist'`),
  ],
);

export const listItems = pgTable(
  "list_items",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    listId: integer()
      .notNull()
      .references(() => gameLists.id, { onDelete: "cascade" }),
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    priority: integer().notNull().default(0),
    notes: text().notNull().default(""),
    /**
     * The owner's order: 1, 2, 3… without gaps. Commands keep it so, under a lock on the list's row.
     * In no index: a list is small enough to sort, and moving thousands of items then touches no index at all.
     */
    position: integer().notNull(),
    addedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique("list_items_list_game_key").on(table.listId, table.gameId),
    index("list_items_game_id_idx").on(table.gameId),
  ],
);

/** The link of a list; a list without a row is not shared. */
export const listShares = pgTable("list_shares", {
  listId: integer()
    .primaryKey()
    .references(() => gameLists.id, { onDelete: "cascade" }),
  /** The SHA-256 of the token; lookups use only this. */
  tokenHash: bytea().notNull().unique("list_shares_token_hash_key"),
  /** The token for its owner to see again, encrypted with a key from outside the database. */
  token: text().notNull(),
  showsNotes: boolean().notNull(),
  /** Shows the owner's display name. */
  showsName: boolean().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
});

/**
 * Games that friends give. Only the hash of a secret in the giver's browser identifies the giver. A mark refers to the
 * list and the game, not to the item, so the owner's changes to items never affect it.
 */
export const giftMarks = pgTable(
  "gift_marks",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    listId: integer()
      .notNull()
      .references(() => gameLists.id, { onDelete: "cascade" }),
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    giverHash: bytea().notNull(),
  },
  (table) => [
    unique("gift_marks_list_game_key").on(table.listId, table.gameId),
    index("gift_marks_game_id_idx").on(table.gameId),
  ],
);
