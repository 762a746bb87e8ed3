import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "../../accounts/table.ts";

/** Where a user wants notifications: an address of some kind, which counts once it is verified. */
export const channels = pgTable(
  "channels",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** `mail`, `push`, `webhook`, `discord` or `ntfy`. */
    kind: text().notNull(),
    name: text().notNull(),
    /** What the kind needs, such as an address and a secret, as JSON encrypted with a key of the site. */
    config: text().notNull(),
    /** Of mail. */
    schedule: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** `null` = nothing but the verification is delivered. */
    verifiedAt: timestamp({ withTimezone: true }),
    /** Since when every delivery has failed; `null` = the latest one arrived. */
    failingSince: timestamp({ withTimezone: true }),
    /** By its owner, or after a week of failures; `null` = not. */
    disabledAt: timestamp({ withTimezone: true }),
  },
  (table) => [index("channels_user_id_idx").on(table.userId)],
);
