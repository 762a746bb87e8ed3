import type { Scope } from "contract/scopes.ts";
import { customType, index, integer, pgTable, text, timestamp } from "../../../platform/db/drizzle.ts";
import { users } from "../../users/table.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** API keys, by the SHA-256 of their tokens, which are 256 random bits. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    tokenHash: bytea().notNull().unique("api_keys_token_hash_key"),
    /** The first characters of the token, for its owner. */
    start: text().notNull(),
    scopes: text().array().$type<Scope[]>().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** Precise to the hour. */
    lastUsedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index("api_keys_user_id_idx").on(table.userId)],
);
