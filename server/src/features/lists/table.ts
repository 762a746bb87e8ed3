import { boolean, index, integer, pgTable, text, timestamp, unique } from "drizzle-orm/pg-core";
import { users } from "../accounts/table.ts";
import { games } from "../games/table.ts";

/** A user's lists of games, beside the wishlist. */
export const gameLists = pgTable(
  "game_lists",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    description: text().notNull().default(""),
    /** Friends who have the link can mark what they give; the owner never learns of it. */
    isGift: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Increases with every change. */
    version: integer().notNull().default(1),
  },
  (table) => [index("game_lists_user_id_idx").on(table.userId)],
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
    notes: text().notNull().default(""),
    /** The owner's order: 1, 2, 3… without gaps. */
    position: integer().notNull(),
    addedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique("list_items_list_game_key").on(table.listId, table.gameId),
    index("list_items_game_id_idx").on(table.gameId),
  ],
);
