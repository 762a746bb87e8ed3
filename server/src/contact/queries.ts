import type { SubmissionSort, SubmissionStatus } from "contract/contact/rules.ts";
import { AppError } from "contract/errors.ts";
import type { Order } from "contract/games/sorting.ts";
import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { containsWords } from "../db/search.ts";
import { contactMessages, contactSubmissions } from "./table.ts";

function selectSubmissions(db: Db) {
  return db
    .select({
      id: contactSubmissions.id,
      status: contactSubmissions.status,
      submittedAt: contactSubmissions.submittedAt,
      readAt: contactSubmissions.readAt,
      resolvedAt: contactSubmissions.resolvedAt,
      version: contactSubmissions.version,
      name: contactMessages.name,
      email: contactMessages.email,
      subject: contactMessages.subject,
      message: contactMessages.message,
      ipAddress: contactMessages.ipAddress,
      userAgent: contactMessages.userAgent,
    })
    .from(contactSubmissions)
    .innerJoin(contactMessages, eq(contactMessages.submissionId, contactSubmissions.id))
    .$dynamic();
}

export type SubmissionRow = Awaited<ReturnType<typeof selectSubmissions>>[number];

export interface SubmissionFilters {
  /** Words of name, address or subject. */
  search: string;
  /** Left out: everything but spam. */
  status?: SubmissionStatus | undefined;
}

const sortColumns: Record<SubmissionSort, SQL> = {
  status: sql`${contactSubmissions.status}`,
  name: sql`${contactSubmissions.foldedName}`,
  email: sql`${contactSubmissions.foldedEmail}`,
  subject: sql`${contactSubmissions.foldedSubject}`,
  submitted_at: sql`${contactSubmissions.submittedAt}`,
};

/** A page of the messages, and how many the filters leave. */
export async function listSubmissions(
  db: Db,
  filters: SubmissionFilters,
  { sort, order, limit, offset }: { sort: SubmissionSort; order: Order; limit: number; offset: number },
): Promise<{ submissions: SubmissionRow[]; total: number }> {
  const found = await findFew(db, filters);
  const where = found ? inArray(contactSubmissions.id, found) : matches(filters);
  const direction = sql.raw(order);
  const inOrder = [sql`${sortColumns[sort]} ${direction}`, sql`${contactSubmissions.id} ${direction}`];
  // Ids first: they are found in an index, and only the rows of the page itself are read.
  const ids = db
    .select({ id: contactSubmissions.id })
    .from(contactSubmissions)
    .where(where)
    .orderBy(...inOrder)
    .limit(limit)
    .offset(offset);
  const [submissions, total] = await Promise.all([
    selectSubmissions(db)
      .where(inArray(contactSubmissions.id, ids))
      .orderBy(...inOrder),
    found ? found.length : db.$count(contactSubmissions, where),
  ]);
  return { submissions, total };
}

const few = 1_000;

/**
 * What a search finds, unless that is much: `null`. A search that finds little has to read everything, and this way
 * does so once, not for the page and for the total; one that finds much fills a page soon.
 */
async function findFew(db: Db, filters: SubmissionFilters): Promise<number[] | null> {
  if (filters.search === "") return null;
  const rows = await db
    .select({ id: contactSubmissions.id })
    .from(contactSubmissions)
    .where(matches(filters))
    .limit(few + 1);
  return rows.length > few ? null : rows.map(({ id }) => id);
}

/** Throws `not_found`. Nobody else changes the message until the end of the transaction. */
export async function lockSubmission(tx: Db, id: number): Promise<SubmissionRow> {
  const [submission] = await selectSubmissions(tx)
    .where(eq(contactSubmissions.id, id))
    .for("update", { of: contactSubmissions });
  if (!submission) throw new AppError("not_found", "Message not found");
  return submission;
}

function matches({ search, status }: SubmissionFilters): SQL | undefined {
  const { foldedName, foldedEmail, foldedSubject } = contactSubmissions;
  return and(
    status ? eq(contactSubmissions.status, status) : ne(contactSubmissions.status, "spam"),
    containsWords(search, [foldedName, foldedEmail, foldedSubject]),
  );
}
