import { boolean, customType, index, integer, pgTable, text, timestamp, unique } from "drizzle-orm/pg-core";
import { users } from "../accounts/table.ts";
import { games } from "../games/table.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A wish to be told when a game gets cheap, one a user and game. */

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
    /** Whether the next price at or under the target fires. Off once it has; on again when the price is above. */
    armed: boolean().notNull().default(true),
    /** The best price that could be delivered when the alert last looked: what "any drop" is measured against. */
    lastCents: integer(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastFiredAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    unique("price_alerts_user_game_key").on(table.userId, table.gameId),
    index("price_alerts_game_id_idx").on(table.gameId),
  ],
);

/** Secrets that sign links, by what they sign. Made at first use, the same for every process. */
export const signingKeys = pgTable("signing_keys", {
  purpose: text().primaryKey(),
  key: bytea().notNull(),
});
