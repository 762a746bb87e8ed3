import { index, integer, pgTable, text, timestamp, unique } from "drizzle-orm/pg-core";
import { users } from "../accounts/table.ts";
import { games } from "../games/table.ts";

export const wishlistItems = pgTable(
  "wishlist_items",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    priority: integer().notNull().default(0),
    notes: text().notNull().default(""),
    /**
     * The owner's own order: 1, 2, 3… without gaps. Commands keep it so, under a lock on the user's row.
     * In no index: a wishlist is small enough to sort, and moving thousands of items then touches no index at all.
     */
    displayOrder: integer().notNull(),
    addedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique("wishlist_items_user_game_key").on(table.userId, table.gameId),
    index("wishlist_items_game_id_idx").on(table.gameId),
  ],
);
