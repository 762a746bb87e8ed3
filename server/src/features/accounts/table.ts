import { customType, index, integer, pgEnum, pgTable, primaryKey, text, timestamp } from "../../platform/db/drizzle.ts";
import { users } from "../users/table.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A session, by the SHA-256 of its token. */
export const sessions = pgTable(
  "sessions",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    tokenHash: bytea().notNull().unique("sessions_token_hash_key"),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    device: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastSeenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When the owner last proved who they are: by the password, or by signing in with a provider. */
    reauthenticatedAt: timestamp({ withTimezone: true }),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index("sessions_user_id_idx").on(table.userId), index("sessions_expires_at_idx").on(table.expiresAt)],
);

/**
 * Networks that an account was signed in to from: brute-force attacks from elsewhere don't lock the owner out there.
 * Stored as hashes that can't be compared between accounts; expired rows are swept.
 */
export const knownNetworks = pgTable(
  "known_networks",
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    networkHash: bytea().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.networkHash] }),
    index("known_networks_expires_at_idx").on(table.expiresAt),
  ],
);

/**
 * Browsers that an account was signed in to with, by the hash of their cookie: signing in with another one from an
 * unknown network sends a notice. Expired rows are swept.
 */
export const knownDevices = pgTable(
  "known_devices",
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    deviceHash: bytea().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.deviceHash] }),
    index("known_devices_expires_at_idx").on(table.expiresAt),
  ],
);

/** A mailed link for a new password, by the SHA-256 of its token. Deleted when used. */
export const passwordResets = pgTable(
  "password_resets",
  {
    tokenHash: bytea().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index("password_resets_user_id_idx").on(table.userId)],
);

/** `confirm` verifies the address, `undo` restores it. */
export const emailLinkPurpose = pgEnum("email_link_purpose", ["confirm", "undo"]);

/** A mailed link that concerns an address, by the SHA-256 of its token. Deleted when used. */
export const emailLinks = pgTable(
  "email_links",
  {
    tokenHash: bytea().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    purpose: emailLinkPurpose().notNull(),
    email: text().notNull(),
    /** The address in lower case. */
    emailKey: text().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("email_links_user_id_idx").on(table.userId),
    index("email_links_email_key_idx").on(table.emailKey),
    index("email_links_expires_at_idx").on(table.expiresAt),
  ],
);

/**
 * Keys that can be used once, across all processes: states of sign-ins with providers, nonces of Steam. The first to
 * insert a key gets it; expired rows are swept.
 */
export const oneTimeKeys = pgTable("one_time_keys", {
  key: text().primaryKey(),
  value: text(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
});
