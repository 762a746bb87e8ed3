import {
  type ContactForm,
  cleanContactForm,
  contactProblems,
  findContactProblems,
  type SubmissionStatus,
  submissionTimes,
} from "contract/contact/rules.ts";
import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, eq, inArray, isNotNull, lt, or, sql } from "../../platform/db/drizzle.ts";
import { isStale } from "../../platform/db/versions.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { toContactMail, toContactSubmission } from "./present.ts";
import { foldLine, listMessagesOf, lockSubmission, type SubmissionRow } from "./queries.ts";
import { contactMessages, contactSubmissions } from "./table.ts";

/**
 * The cleaned form. Throws `invalid`, naming every wrong field; `texts` are the content strings, whose
 * `contact.error.…` override the messages.
 */
export function requireContactForm(input: ContactForm, texts: Readonly<Record<string, string>>): ContactForm {
  const form = cleanContactForm(input);
  const details = findContactProblems(form).map(({ path, problem }) => ({
    path,
    msg: texts[`contact.error.${problem}`] || contactProblems[problem],
  }));
  if (details[0]) throw new AppError("invalid", details[0].msg, { details });
  return form;
}

export interface MessageOptions {
  /** Sent by a robot: filed as spam, without a mail. */
  isSpam: boolean;
  address: string | null;
  userAgent: string | null;
  /** The language of the page that it was sent from: that of the reply; `null` = unknown. */
  language: string | null;
  /** The address that gets a mail; empty = no mail. */
  notify: string;
  secretKey: SecretKey;
  now: Date;
  /** Stores what else belongs to the message, in the same transaction. */
  alsoStore?(tx: Db, submissionId: number): Promise<void>;
}

/** Stores a form that `requireContactForm` returned, and queues the mail to the operators. */
export function storeMessage(
  db: Db,
  form: ContactForm,
  { isSpam, address, userAgent, language, notify, secretKey, now, alsoStore }: MessageOptions,
): Promise<void> {
  return db.transaction(async (tx) => {
    const [submission] = await tx
      .insert(contactSubmissions)
      .values({
        status: isSpam ? "spam" : "new",
        submittedAt: now,
        foldedName: foldLine(form.name),
        foldedEmail: foldLine(form.email),
        foldedSubject: foldLine(form.subject),
      })
      .returning({ id: contactSubmissions.id });
    await tx.insert(contactMessages).values({
      submissionId: submission!.id,
      ...form,
      ipAddress: address,
      userAgent,
      language,
    });
    await alsoStore?.(tx, submission!.id);
    if (!isSpam && notify) await queueMail(tx, toContactMail(form, notify), secretKey);
  });
}

/** Sets a message's status. Throws `not_found`, and `stale` when the message is no longer at `baseVersion`. */
export function moveSubmission(
  db: Db,
  editor: Actor,
  id: number,
  { status, baseVersion }: { status: SubmissionStatus; baseVersion?: number | undefined },
  now: Date,
): Promise<SubmissionRow> {
  return db.transaction(async (tx) => {
    const submission = await lockSubmission(tx, id);
    if (isStale(submission, baseVersion)) {
      const current = toContactSubmission(submission);
      throw new AppError("stale", "Someone else handled this message meanwhile", { current });
    }
    if (status === submission.status) return submission;
    const moved = {
      ...submission,
      ...submissionTimes(submission, status, now),
      status,
      version: submission.version + 1,
    };
    const { readAt, resolvedAt, version } = moved;
    await tx
      .update(contactSubmissions)
      .set({ status, readAt, resolvedAt, version })
      .where(eq(contactSubmissions.id, id));
    await recordChange(tx, editor, {
      action: "UPDATE",
      resourceType: "contact_submission",
      // without the sender's name: the log is never deleted
      resourceKey: `message ${id}`,
      resourceId: id,
      description: `Moved message ${id} from ${submission.status} to ${status}`,
      oldValue: toAuditValue(submission),
      newValue: toAuditValue(moved),
    });
    return moved;
  });
}

/** Closes messages. The caller locks them and records the change. */
export async function closeMessages(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  await tx
    .update(contactSubmissions)
    .set({
      status: "closed",
      readAt: sql`coalesce(${contactSubmissions.readAt}, ${now})`,
      version: sql`${contactSubmissions.version} + 1`,
    })
    .where(inArray(contactSubmissions.id, [...ids]));
}

function toAuditValue({ status, readAt, resolvedAt }: Pick<SubmissionRow, "status" | "readAt" | "resolvedAt">) {
  return { status, read_at: readAt, resolved_at: resolvedAt };
}

/** Removes IP addresses and user agents of messages sent before that time. */
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

/** Deletes the messages of an account's owner that `listMessagesOf` finds. */
export async function deleteMessagesOf(tx: Db, userId: number): Promise<void> {
  const ids = (await listMessagesOf(tx, userId)).map(({ id }) => id);
  if (ids.length > 0) await tx.delete(contactSubmissions).where(inArray(contactSubmissions.id, ids));
}
