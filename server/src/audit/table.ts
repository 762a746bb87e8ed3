import { sql } from "drizzle-orm";
import { bigint, boolean, customType, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const tellTime = sql`clock_timestamp()`;
const setByTrigger = sql`''`;

/**
 * Every change made through the panel. It can only grow: triggers refuse everything but inserts, and each entry carries
 * the hash of the one before (docs/decisions/009-audit-chain.md).
 */
export const auditLog = pgTable("audit_log", {
  /** 1, 2, 3 … without gaps in the order of commits, set by the insert trigger. */
  id: bigint({ mode: "number" }).primaryKey().default(0),
  /** Never earlier than that of the entry before: the trigger sees to it. */
  performedAt: timestamp({ withTimezone: true }).notNull().default(tellTime),
  /** `null` = the site itself, or its operator. Refers to no row: the account may go, the entry stays. */
  userId: integer(),
  action: text().notNull(),
  resourceType: text().notNull(),
  resourceKey: text(),
  resourceCategory: text(),
  resourceId: text(),
  description: text().notNull(),
  details: jsonb().$type<Record<string, unknown>>(),
  oldValue: jsonb(),
  newValue: jsonb(),
  /** The hash of the entry before; 32 zeros for the first. */
  previousHash: bytea().notNull().default(setByTrigger),
  /** SHA-256 over the hash of the entry before and everything above. */
  hash: bytea().notNull().default(setByTrigger),
});

/** The end of the log, in its one row: shows when entries are cut off there. Kept by the insert trigger alone. */
export const auditHead = pgTable("audit_head", {
  one: boolean().primaryKey().default(true),
  lastId: bigint({ mode: "number" }).notNull(),
  performedAt: timestamp({ withTimezone: true }).notNull(),
  hash: bytea().notNull(),
});
