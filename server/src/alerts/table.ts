import { boolean, customType, index, integer, pgTable, text, timestamp, unique } from "drizzle-orm/pg-core";
import { users } from "../accounts/table.ts";
import { games } from "../games/table.ts";
import { storeKey } from "../prices/table.ts";

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

/**
 * An alert that has fired and whose mail is not queued yet: written in the transaction that recorded the price,
 * deleted in the one that queues the mail, so each event makes exactly one.
 */
export const firedAlerts = pgTable(
  "fired_alerts",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    alertId: integer()
      .notNull()
      .references(() => priceAlerts.id, { onDelete: "cascade" }),
    /** The target that was reached; `null` = any drop. */
    targetCents: integer(),
    /** The price before, `null` when there was none. */
    oldCents: integer(),
    newCents: integer().notNull(),
    store: storeKey().notNull(),
    firedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index("fired_alerts_alert_id_idx").on(table.alertId)],
);

/** Secrets that sign links, by what they sign. Made at first use, the same for every process. */
export const signingKeys = pgTable("signing_keys", {
  purpose: text().primaryKey(),
  key: bytea().notNull(),
});
