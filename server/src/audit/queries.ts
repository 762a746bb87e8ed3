import { asc, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { users } from "../accounts/table.ts";
import type { Db } from "../db/connect.ts";
import { auditHead, auditLog } from "./table.ts";

/** What lists filter and sort by of an entry. */
export interface AuditLine {
  id: number;
  /** Milliseconds, to the whole one below. */
  performedAt: number;
  userId: number | null;
  action: string;
  resourceType: string;
  resourceKey: string | null;
  description: string;
}

/** The next entries behind an id, in the order of the log. */
export function listLines(db: Db, afterId: number, limit: number): Promise<AuditLine[]> {
  return db
    .select({
      id: auditLog.id,
      performedAt: sql`floor(extract(epoch from ${auditLog.performedAt}) * 1000)`.mapWith(Number),
      userId: auditLog.userId,
      action: auditLog.action,
      resourceType: auditLog.resourceType,
      resourceKey: auditLog.resourceKey,
      description: auditLog.description,
    })
    .from(auditLog)
    .where(gt(auditLog.id, afterId))
    .orderBy(asc(auditLog.id))
    .limit(limit);
}

/** The number of the last entry, and the hash of the entry `id`; `null` when it is not there. */
export async function findChainState(db: Db, id: number): Promise<{ lastId: number; hash: string | null }> {
  const [state] = await db
    .select({
      lastId: auditHead.lastId,
      hash: sql<string | null>`(select encode(hash, 'hex') from audit_log where id = ${id})`,
    })
    .from(auditHead);
  return state!;
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
  // as one parameter, whatever their number
  const rows = await selectEntries(db).where(sql`${auditLog.id} = any(${sql.param(ids)}::bigint[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export function listLatestEntries(db: Db, limit: number): Promise<AuditRow[]> {
  return selectEntries(db).orderBy(desc(auditLog.id)).limit(limit);
}

/** The names of those of the users that still have an account. */
export async function listUsernames(db: Db, userIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(inArray(users.id, [...userIds]));
  return new Map(rows.map(({ id, username }) => [id, username]));
}
