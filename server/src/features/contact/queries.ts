import type { SubmissionSort, SubmissionStatus } from "contract/contact/rules.ts";
import { AppError } from "contract/core/errors.ts";
import type { Order } from "contract/core/sorting.ts";
import { foldText } from "contract/core/text.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, asc, eq, inArray, ne, type SQLWrapper, sql } from "../../platform/db/drizzle.ts";
import { containsWords } from "../../platform/db/search.ts";
import { users } from "../users/table.ts";
import { contactMessages, contactSubmissions } from "./table.ts";

/** What a sender wrote, and its origin. */
const sentColumns = {
  name: contactMessages.name,
  email: contactMessages.email,
  subject: contactMessages.subject,
  message: contactMessages.message,
  ipAddress: contactMessages.ipAddress,
  userAgent: contactMessages.userAgent,
  language: contactMessages.language,
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
      ...sentColumns,
    })
    .from(contactSubmissions)
    .innerJoin(contactMessages, eq(contactMessages.submissionId, contactSubmissions.id))
    .$dynamic();
}

export type SubmissionRow = Awaited<ReturnType<typeof selectSubmissions>>[number];

export interface SubmissionQuery {
  /** Every word must be in name, address or subject. */
  search: string;
  /** Everything but spam if omitted. */
  status?: SubmissionStatus | undefined;
  sort: SubmissionSort;
  order: Order;
  limit: number;
  offset: number;
}

const { foldedName, foldedEmail, foldedSubject } = contactSubmissions;

const sortColumns: Record<SubmissionSort, SQLWrapper> = {
  status: contactSubmissions.status,
  name: foldedName,
  email: foldedEmail,
  subject: foldedSubject,
  submitted_at: contactSubmissions.submittedAt,
};

/** A page of the messages, and how many match the filters. Equal ones are by id, in the same direction. */
export async function listSubmissions(
  db: Db,
  { search, status, sort, order, limit, offset }: SubmissionQuery,
): Promise<{ submissions: SubmissionRow[]; total: number }> {
  const where = and(
    status ? eq(contactSubmissions.status, status) : ne(contactSubmissions.status, "spam"),
    containsWords(search, [foldedName, foldedEmail, foldedSubject]),
  );
  const direction = sql.raw(order);
  const orderBy = [sql`${sortColumns[sort]} ${direction}`, sql`${contactSubmissions.id} ${direction}`];
  // the texts are joined to this page only
  const page = db
    .select({ id: contactSubmissions.id })
    .from(contactSubmissions)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset);
  const [submissions, total] = await Promise.all([
    selectSubmissions(db)
      .where(inArray(contactSubmissions.id, page))
      .orderBy(...orderBy),
    db.$count(contactSubmissions, where),
  ]);
  return { submissions, total };
}

/** Throws `not_found`. Locks the message until the end of the transaction. */
export async function lockSubmission(tx: Db, id: number): Promise<SubmissionRow> {
  const [submission] = await selectSubmissions(tx)
    .where(eq(contactSubmissions.id, id))
    .for("update", { of: contactSubmissions });
  if (!submission) throw new AppError("not_found", "Message not found");
  return submission;
}

/** An index entry holds at most 2,700 bytes, and folding can turn one letter into several. */
const maxLineLength = 600;

/** Folds a name, an address or a subject for searching. */
export function foldLine(text: string): string {
  return foldText(text).slice(0, maxLineLength).toWellFormed();
}

/**
 * The messages of an account's owner, oldest first. They are found by address, so the address must be verified: anyone
 * can register with an address, and would read what its owner has written.
 */
export async function listMessagesOf(db: Db, userId: number) {
  const [user] = await db
    .select({ email: users.email, emailKey: users.emailKey })
    .from(users)
    .where(and(eq(users.id, userId), users.emailVerified));
  if (!user?.email) return [];
  return db
    .select({ id: contactSubmissions.id, submittedAt: contactSubmissions.submittedAt, ...sentColumns })
    .from(contactSubmissions)
    .innerJoin(contactMessages, eq(contactMessages.submissionId, contactSubmissions.id))
    .where(and(eq(foldedEmail, foldLine(user.email)), sql`lower(${contactMessages.email}) = ${user.emailKey}`))
    .orderBy(asc(contactSubmissions.id));
}
