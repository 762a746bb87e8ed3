import type { DisabledReason, MailSchedule } from "contract/notifications/channels/rules.ts";
import type { ChannelKind, DeliveryFailure } from "contract/notifications/channels/schema.ts";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  sql,
  text,
  timestamp,
  uniqueIndex,
} from "../../../platform/db/drizzle.ts";
import { users } from "../../users/table.ts";

/** A target of a user's notifications, which receives them once it is verified. */
export const channels = pgTable(
  "channels",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text().$type<ChannelKind>().notNull(),
    name: text().notNull(),
    /**
     * What the kind needs, such as an address and a secret, as JSON encrypted with a key of the site; empty = mail to
     * the account's address.
     */
    config: text().notNull(),
    /**
     * The mail of price alerts to the account's address: unless it has a schedule of digests, each event is a mail of
     * its own, up to a limit a day.
     */
    isAlertMail: boolean().notNull().default(false),
    /** For mail only. */
    schedule: text().$type<MailSchedule>(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** `null` = only the verification is delivered. */
    verifiedAt: timestamp({ withTimezone: true }),
    /** Keyed hash of the code that verifies it. */
    codeHash: text(),
    codeExpiresAt: timestamp({ withTimezone: true }),
    /** Wrong attempts since the code was sent. */
    codeAttempts: integer().notNull().default(0),
    lastDeliveredAt: timestamp({ withTimezone: true }),
    /** Since when every delivery has failed; `null` = the latest one arrived. */
    failingSince: timestamp({ withTimezone: true }),
    lastFailedAt: timestamp({ withTimezone: true }),
    lastFailure: jsonb().$type<DeliveryFailure>(),
    /** `null` = enabled. */
    disabledAt: timestamp({ withTimezone: true }),
    disabledReason: text().$type<DisabledReason>(),
  },
  (table) => [
    index("channels_user_id_idx").on(table.userId),
    uniqueIndex("channels_alert_mail_idx").on(table.userId).where(sql`${table.isAlertMail}`),
  ],
);
