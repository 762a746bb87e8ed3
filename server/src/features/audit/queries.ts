import { type AuditResource, deletedUser, systemUser } from "contract/audit/rules.ts";
import type { Order } from "contract/core/sorting.ts";
import { foldText } from "contract/core/text.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, asc, count, desc, eq, gte, isNotNull, lt, type SQL, sql } from "../../platform/db/drizzle.ts";
import { containsWords } from "../../platform/db/search.ts";
import { users } from "../users/table.ts";
import { auditLog } from "./table.ts";

type AuditSort = "performed_at" | "username" | "action" | "resource_type" | "description";

export interface AuditFilters {
  /** Every word must be in the description or the resource key. */
  search: string;
  /** The username as displayed. */
  user?: string | undefined;
  action?: string | undefined;
  resourceType?: string | undefined;
  /** Milliseconds, inclusive. */
  from: number;
  /** Milliseconds, exclusive. */
  until: number;
}

export interface AuditPage {
  sort: AuditSort;
  order: Order;
  /** Unlimited if omitted. */
  limit?: number;
  offset?: number;
}

/** The text that entries are searched and sorted by: description and resource key. */
export function foldEntry({ description, resourceKey }: { description: string; resourceKey?: string | null }): string {
  return `${foldText(description)}\n${foldText(resourceKey ?? "")}`;
}

/** The displayed username; `null` for the system. */
const displayName = sql<
  string | null
>`case when ${isNotNull(auditLog.userId)} then coalesce(${users.username}, ${deletedUser}) end`;
const namedAuthor = sql<string>`coalesce(${displayName}, ${systemUser})`;

/** Processes of the previous release left `folded_text` empty during an upgrade. */
const searchedText = sql`case when ${auditLog.foldedText} <> '' then ${auditLog.foldedText}
  else lower(${auditLog.description} || ' ' || coalesce(${auditLog.resourceKey}, '')) end`;

// the collation is the same on every database, whatever its locale
const sortColumns: Record<AuditSort, SQL> = {
  performed_at: sql`${auditLog.performedAt}`,
  username: sql`lower(${displayName}) collate "C"`,
  action: sql`${auditLog.action} collate "C"`,
  resource_type: sql`${auditLog.resourceType} collate "C"`,
  description: sql`${searchedText} collate "C"`,
};

/**
 * The ids of the entries that match the filters, the system's last when sorted by name. Equal entries are in the order
 * of the log, or reversed. Only ids, because whole entries would be sorted on disk.
 */
export async function listEntryIds(
  db: Db,
  filters: AuditFilters,
  { sort, order, limit, offset = 0 }: AuditPage,
): Promise<number[]> {
  const direction = sql.raw(order);
  const query = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.userId))
    .where(matches(filters))
    .orderBy(sql`${sortColumns[sort]} ${direction} nulls last`, sql`${auditLog.id} ${direction}`)
    .offset(offset)
    .$dynamic();
  return (await (limit === undefined ? query : query.limit(limit))).map(({ id }) => id);
}

export async function countEntries(db: Db, filters: AuditFilters): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.userId))
    .where(matches(filters));
  return row!.total;
}

/** How many changes were recorded since that time, in milliseconds. */
export function countEntriesSince(db: Db, time: number): Promise<number> {
  return db.$count(auditLog, gte(auditLog.performedAt, timestamp(time)));
}

function matches({ search, user, action, resourceType, from, until }: AuditFilters): SQL | undefined {
  return and(
    containsWords(search, [searchedText]),
    user === undefined ? undefined : eq(namedAuthor, user),
    action === undefined ? undefined : eq(auditLog.action, action),
    resourceType === undefined ? undefined : eq(auditLog.resourceType, resourceType),
    Number.isFinite(from) ? gte(auditLog.performedAt, timestamp(from)) : undefined,
    Number.isFinite(until) ? lt(auditLog.performedAt, timestamp(until)) : undefined,
  );
}

/** Takes every date of ISO 8601, while PostgreSQL's own format has no year 0. */
function timestamp(milliseconds: number): SQL {
  return sql`to_timestamp(${milliseconds}::float8 / 1000)`;
}

/** The values that the filters can take, in alphabetical order. */
export async function listFilterValues(db: Db): Promise<{ users: string[]; actions: string[]; resources: string[] }> {
  const { userId, action, resourceType } = auditLog;
  const seen = db.selectDistinct({ userId, action, resourceType }).from(auditLog).as("seen");
  const rows = await db
    .select({ userId: seen.userId, username: users.username, action: seen.action, resourceType: seen.resourceType })
    .from(seen)
    .leftJoin(users, eq(users.id, seen.userId));
  return {
    users: unique(rows.map((row) => toDisplayName(row) ?? systemUser)).sort((a, b) => a.localeCompare(b, "en")),
    actions: unique(rows.map((row) => row.action)).sort(),
    resources: unique(rows.map((row) => row.resourceType)).sort(),
  };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}

/** The username that an entry displays; `null` for the system. */
export function toDisplayName({ userId, username }: { userId: number | null; username: string | null }): string | null {
  return userId === null ? null : (username ?? deletedUser);
}

function selectEntries(db: Db) {
  return db
    .select({
      id: auditLog.id,
      performedAt: auditLog.performedAt,
      userId: auditLog.userId,
      username: users.username,
      action: auditLog.action,
      resourceType: auditLog.resourceType,
      resourceKey: auditLog.resourceKey,
      resourceCategory: auditLog.resourceCategory,
      resourceId: auditLog.resourceId,
      description: auditLog.description,
      details: auditLog.details,
      oldValue: auditLog.oldValue,
      newValue: auditLog.newValue,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.userId))
    .$dynamic();
}

export type AuditRow = Awaited<ReturnType<typeof selectEntries>>[number];

/** The entries of these ids, in that order. */
export async function listEntries(db: Db, ids: readonly number[]): Promise<AuditRow[]> {
  // one parameter, whatever their number
  const rows = await selectEntries(db).where(sql`${auditLog.id} = any(${sql.param(ids)}::bigint[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export function listLatestEntries(db: Db, limit: number): Promise<AuditRow[]> {
  return selectEntries(db).orderBy(desc(auditLog.id)).limit(limit);
}

/** A page of the entries about one thing, the latest first, and how many there are. */
export async function listEntriesOf(
  db: Db,
  { resourceType, ...of }: { resourceType: AuditResource } & ({ resourceId: number } | { resourceKey: string }),
  { limit, offset }: { limit: number; offset: number },
): Promise<{ entries: AuditRow[]; total: number }> {
  const isOne =
    "resourceId" in of ? eq(auditLog.resourceId, String(of.resourceId)) : eq(auditLog.resourceKey, of.resourceKey);
  const about = and(eq(auditLog.resourceType, resourceType), isOne);
  const entries = await selectEntries(db).where(about).orderBy(desc(auditLog.id)).limit(limit).offset(offset);
  return { entries, total: await db.$count(auditLog, about) };
}

/** The changes that an administrator made, oldest first, without old and new values. */
export function listChangesOf(db: Db, userId: number) {
  return db
    .select({ performedAt: auditLog.performedAt, action: auditLog.action, description: auditLog.description })
    .from(auditLog)
    .where(eq(auditLog.userId, userId))
    .orderBy(asc(auditLog.id));
}
