import { boolean, index, integer, pgTable, timestamp, unique } from "drizzle-orm/pg-core";
import { users } from "../accounts/table.ts";
import { games } from "../games/table.ts";

export const priceAlerts = pgTable(
  "price_alerts",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    /** `null` = any drop. */
    targetCents: integer(),
    /** Whether the next price at or under the target sends a mail. Off once it has; on again when the price is above. */
    armed: boolean().notNull().default(true),
    /** The price that the alert last saw: what "any drop" is measured against. */
    lastCents: integer(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastFiredAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    unique("price_alerts_user_game_key").on(table.userId, table.gameId),
    index("price_alerts_game_id_idx").on(table.gameId),
  ],
);
