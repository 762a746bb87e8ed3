import { AppError } from "contract/errors.ts";
import { asc, count, eq, gt, inArray, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { contactMessages, contactSubmissions } from "./table.ts";

/** What a writer gave, and where it came from. */
export const writtenColumns = {
  name: contactMessages.name,
  email: contactMessages.email,
  subject: contactMessages.subject,
  message: contactMessages.message,
  ipAddress: contactMessages.ipAddress,
  userAgent: contactMessages.userAgent,
};

function selectSubmissions(db: Db) {
  return db
    .select({
      id: contactSubmissions.id,
      status: contactSubmissions.status,
      submittedAt: contactSubmissions.submittedAt,
      readAt: contactSubmissions.readAt,
      resolvedAt: contactSubmissions.resolvedAt,
      version: contactSubmissions.version,
      ...writtenColumns,
    })
    .from(contactSubmissions)
    .innerJoin(contactMessages, eq(contactMessages.submissionId, contactSubmissions.id))
    .$dynamic();
}

export type SubmissionRow = Awaited<ReturnType<typeof selectSubmissions>>[number];

/** The messages of these ids, in that order. */
export async function listSubmissions(db: Db, ids: readonly number[]): Promise<SubmissionRow[]> {
  const rows = await selectSubmissions(db).where(inArray(contactSubmissions.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function selectLines(db: Db) {
  return db
    .select({
      id: contactSubmissions.id,
      status: contactSubmissions.status,
      submittedAt: sql`extract(epoch from ${contactSubmissions.submittedAt})`.mapWith(Number),
      name: contactSubmissions.foldedName,
      email: contactSubmissions.foldedEmail,
      subject: contactSubmissions.foldedSubject,
    })
    .from(contactSubmissions)
    .$dynamic();
}

/** What lists search, filter and sort by of a message; `submittedAt` in seconds. */
export type InboxLine = Awaited<ReturnType<typeof selectLines>>[number];

/** The next lines behind an id, by id. */
export function listLines(db: Db, afterId: number, limit: number): Promise<InboxLine[]> {
  return selectLines(db).where(gt(contactSubmissions.id, afterId)).orderBy(asc(contactSubmissions.id)).limit(limit);
}

/** The lines of these ids. */
export function listLinesOf(db: Db, ids: readonly number[]): Promise<InboxLine[]> {
  // as one parameter, whatever their number
  return selectLines(db).where(sql`${contactSubmissions.id} = any(${sql.param(ids)}::int[])`);
}

export interface InboxState {
  /** The transaction from which on not everything can be seen yet: `since` of the next question. */
  horizon: string;
  count: number;
  /** The messages that were written or changed since. */
  changed: number[];
}

/**
 * How many messages there are, and which of them transactions wrote that were not finished at `since`; `null` = none is
 * asked for. PostgreSQL keeps the number of the writing transaction with each row, so nothing that anybody changes, by
 * whatever means, is missed; reading them all takes a few milliseconds per 100,000.
 */
export async function findInboxState(db: Db, since: string | null): Promise<InboxState> {
  const isNew = since === null ? sql`false` : sql`age(${contactSubmissions}.xmin) <= age(${since}::xid)`;
  const [state] = await db
    .select({
      horizon: sql<string>`pg_snapshot_xmin(pg_current_snapshot())::xid::text`,
      count: count(),
      changed: sql<number[]>`coalesce(array_agg(${contactSubmissions.id}) filter (where ${isNew}), '{}')`,
    })
    .from(contactSubmissions);
  return state!;
}

/** Throws `not_found`. Nobody else changes the message until the end of the transaction. */
export async function lockSubmission(tx: Db, id: number): Promise<SubmissionRow> {
  const [submission] = await selectSubmissions(tx)
    .where(eq(contactSubmissions.id, id))
    .for("update", { of: contactSubmissions });
  if (!submission) throw new AppError("not_found", "Message not found");
  return submission;
}
