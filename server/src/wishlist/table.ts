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
    /** The owner's own order; distinct within a wishlist. Commands keep it so, under a lock on the user's row. */
    displayOrder: integer().notNull(),
    addedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique("wishlist_items_user_game_key").on(table.userId, table.gameId),
    index("wishlist_items_user_order_idx").on(table.userId, table.displayOrder),
    index("wishlist_items_game_id_idx").on(table.gameId),
  ],
);
