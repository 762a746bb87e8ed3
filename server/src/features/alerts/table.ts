import { firstCountry } from "contract/markets/schema.ts";
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import { users } from "../accounts/table.ts";
import { games } from "../games/table.ts";
import { markets } from "../markets/table.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A price alert; one per user and game. */
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
    /** The market whose prices it watches, and whose currency its money is in. */
    country: text()
      .notNull()
      .default(firstCountry)
      .references(() => markets.country),
    /** `null` = any drop. */
    targetMinor: integer(),
    /** Whether the next price at or under the target fires. Off once it has fired; on again when the price is above. */
    armed: boolean().notNull().default(true),
    /** The best deliverable price at the last evaluation, which "any drop" is measured against. */
    lastMinor: integer(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastFiredAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    unique("price_alerts_user_game_key").on(table.userId, table.gameId),
    index("price_alerts_game_id_idx").on(table.gameId),
  ],
);

/** The prices at which an alert fired in the last 24 hours, so that none repeats. */
export const alertNotices = pgTable(
  "alert_notices",
  {
    alertId: integer()
      .notNull()
      .references(() => priceAlerts.id, { onDelete: "cascade" }),
    minor: integer().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.alertId, table.minor] })],
);

/**
 * A price that reached an alert, until its mail is queued: written with the price, deleted with the mail, so that each
 * is mailed once. Those over the day's limit wait for the digest.
 */
export const firedAlerts = pgTable(
  "fired_alerts",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    alertId: integer()
      .notNull()
      .references(() => priceAlerts.id, { onDelete: "cascade" }),
    /** The target that was reached; `null` = any drop. */
    targetMinor: integer(),
    /** The price before; `null` when there was none. */
    oldMinor: integer(),
    newMinor: integer().notNull(),
    store: text().notNull(),
    /** The day (UTC) whose limit it exceeded; `null` = not processed yet. */
    deferredOn: date({ mode: "string" }),
  },
  (table) => [index("fired_alerts_alert_id_idx").on(table.alertId)],
);

/**
 * Users with alert mail: how much they got, and whether it is stopped. The row is locked while their mails are queued.
 */
export const alertRecipients = pgTable("alert_recipients", {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** When the user stopped all alert mail; `null` = it is on. */
  stoppedAt: timestamp({ withTimezone: true }),
  /** The day (UTC) that `mails` counts. */
  day: date({ mode: "string" }),
  /** Single mails of that day. */
  mails: integer().notNull().default(0),
  /** The day (UTC) of the latest digest. */
  lastDigestOn: date({ mode: "string" }),
});

/**
 * Signing keys in the database, by purpose. Links are signed with keys derived from the secret key; the former key
 * stays for a while, for mails already sent.
 */
export const signingKeys = pgTable("signing_keys", {
  purpose: text().primaryKey(),
  key: bytea().notNull(),
  /** Since when nothing new is signed with it; `null` = not retired. */
  retiredAt: timestamp({ withTimezone: true }),
});
