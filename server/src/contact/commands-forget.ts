import { and, inArray, isNotNull, lt, or } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { listMessagesOf } from "./queries-writer.ts";
import { contactMessages, contactSubmissions } from "./table.ts";

/** Removes where messages came from, of those sent before: their addresses and browsers. The messages stay. */
export async function forgetOrigins(db: Db, before: Date): Promise<void> {
  const { submissionId, ipAddress, userAgent } = contactMessages;
  const old = db
    .select({ id: contactSubmissions.id })
    .from(contactSubmissions)
    .where(lt(contactSubmissions.submittedAt, before));
  await db
    .update(contactMessages)
    .set({ ipAddress: null, userAgent: null })
    .where(and(or(isNotNull(ipAddress), isNotNull(userAgent)), inArray(submissionId, old)));
}

/** Deletes the messages that an account's owner has sent, as far as the address is shown to be theirs. */
export async function deleteMessagesOf(tx: Db, userId: number): Promise<void> {
  const ids = (await listMessagesOf(tx, userId)).map(({ id }) => id);
  if (ids.length > 0) await tx.delete(contactSubmissions).where(inArray(contactSubmissions.id, ids));
}
