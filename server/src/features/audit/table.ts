import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  sql,
  text,
  timestamp,
} from "../../platform/db/drizzle.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
/** Text without case and accents, in the same order on every database. */
const folded = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const currentTime = sql`clock_timestamp()`;
const setByTrigger = sql`''`;

/**
 * Every change made through the panel. Triggers reject everything but inserts, and each entry contains its
 * predecessor's hash (docs/decisions/009-audit-chain.md).
 */
export const auditLog = pgTable(
  "audit_log",
  {
    /** 1, 2, 3 … without gaps in the order of commits, set by the insert trigger. */
    id: bigint({ mode: "number" }).primaryKey().default(0),
    /** Never decreasing: the trigger ensures it. */
    performedAt: timestamp({ withTimezone: true }).notNull().default(currentTime),
    /** `null` = the site itself, or its operator. No foreign key, because entries outlive accounts. */
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
    /** The hash of the previous entry; 32 zeros for the first. */
    previousHash: bytea().notNull().default(setByTrigger),
    /** SHA-256 over the hash of the previous entry and all columns above. */
    hash: bytea().notNull().default(setByTrigger),
    /** What lists search and sort by, from `foldEntry`. Not part of the chain: it repeats what the hash covers. */
    foldedText: folded().notNull().default(""),
  },
  (table) => [
    index("audit_log_performed_at_idx").on(table.performedAt, table.id),
    index("audit_log_user_id_idx").on(table.userId, table.id),
    index("audit_log_resource_idx").on(table.resourceType, table.resourceId, table.id),
  ],
);

/** The end of the log, in one row, which reveals a truncation. Only the insert trigger writes it. */
export const auditHead = pgTable("audit_head", {
  one: boolean().primaryKey().default(true),
  lastId: bigint({ mode: "number" }).notNull(),
  performedAt: timestamp({ withTimezone: true }).notNull(),
  hash: bytea().notNull(),
});
