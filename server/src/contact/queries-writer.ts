import { foldText } from "contract/games/rules.ts";
import { and, asc, eq, sql } from "drizzle-orm";
import { users } from "../accounts/table.ts";
import type { Db } from "../db/connect.ts";
import { writtenColumns } from "./queries.ts";
import { contactMessages, contactSubmissions } from "./table.ts";

/** The longest that a name, an address or a subject is kept as for searching. */
const longestLine = 600;

/** A line as messages are searched by it. Folding makes some letters many; an index takes 2,700 bytes. */
export function foldLine(text: string): string {
  return foldText(text).slice(0, longestLine).toWellFormed();
}

/**
 * The messages that an account's owner has sent, the oldest first. By the address alone, so it must be shown to be
 * theirs: anybody can register with an address, and would read what its owner once wrote.
 */
export async function listMessagesOf(db: Db, userId: number) {
  const [user] = await db
    .select({ email: users.email, emailKey: users.emailKey })
    .from(users)
    .where(and(eq(users.id, userId), users.emailVerified));
  if (!user?.email) return [];
  return db
    .select({ id: contactSubmissions.id, submittedAt: contactSubmissions.submittedAt, ...writtenColumns })
    .from(contactSubmissions)
    .innerJoin(contactMessages, eq(contactMessages.submissionId, contactSubmissions.id))
    .where(
      and(
        eq(contactSubmissions.foldedEmail, foldLine(user.email)),
        sql`lower(${contactMessages.email}) = ${user.emailKey}`,
      ),
    )
    .orderBy(asc(contactSubmissions.id));
}
