import {
  bigint,
  customType,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "../../../platform/db/drizzle.ts";
import { users } from "../../users/table.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const factorKind = pgEnum("factor_kind", ["totp", "passkey"]);

/** Second factors. An authenticator app counts once its owner has confirmed it by a code. */
export const secondFactors = pgTable(
  "second_factors",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: factorKind().notNull(),
    name: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    confirmedAt: timestamp({ withTimezone: true }),
    lastUsedAt: timestamp({ withTimezone: true }),
    /** An authenticator app's secret, encrypted with a key outside the database. */
    totpSecret: text(),
    /** The time step of the last accepted code: no code works twice. */
    totpStep: integer(),
    /** A passkey's id, as the browser encodes it. */
    credentialId: text().unique("second_factors_credential_id_key"),
    publicKey: bytea(),
    /** Uses, as far as the authenticator counts them; it never decreases. */
    signCount: bigint({ mode: "number" }),
    /** How the browser reaches the authenticator. */
    transports: text().array(),
  },
  (table) => [index("second_factors_user_id_idx").on(table.userId)],
);

/** Recovery codes, as keyed hashes. Deleted when used. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Sign-ins that wait for a second factor, by the SHA-256 of their challenge. */
export const factorChallenges = pgTable(
  "factor_challenges",
  {
    challengeHash: bytea().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** When the session of the completed sign-in ends. */
    sessionExpiresAt: timestamp({ withTimezone: true }).notNull(),
    /** What a passkey has to sign. */
    passkeyChallenge: text(),
    triesLeft: integer().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("factor_challenges_user_id_idx").on(table.userId),
    index("factor_challenges_expires_at_idx").on(table.expiresAt),
  ],
);
