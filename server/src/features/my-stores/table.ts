import { boolean, integer, pgTable, text } from "../../platform/db/drizzle.ts";
import { users } from "../users/table.ts";

/** The stores that a user has chosen. Without a row, all stores apply. */
export const storePreferences = pgTable("store_preferences", {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Store keys in any order; empty = all stores. */
  stores: text().array().notNull().default([]),
  /** Whether key shops and marketplaces are left out. */
  officialOnly: boolean().notNull().default(false),
});
