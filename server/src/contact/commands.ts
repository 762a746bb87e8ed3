import {
  type ContactForm,
  cleanContactForm,
  contactProblems,
  findContactProblems,
  type SubmissionStatus,
  submissionTimes,
} from "contract/contact/rules.ts";
import { AppError } from "contract/errors.ts";
import { eq } from "drizzle-orm";
import { type Actor, recordChange } from "../audit/commands.ts";
import type { Db } from "../db/connect.ts";
import { queueMail } from "../mail/queue.ts";
import type { SecretKey } from "../secret-key.ts";
import { toContactMail, toContactSubmission } from "./present.ts";
import { lockSubmission, type SubmissionRow } from "./queries.ts";
import { foldLine } from "./queries-writer.ts";
import { contactMessages, contactSubmissions } from "./table.ts";

/**
 * The form as it is kept. Throws `invalid`, naming every wrong field; `texts` are the content strings, whose
 * `contact.error.…` say it in the site's own words.
 */
export function requireContactForm(written: ContactForm, texts: Readonly<Record<string, string>>): ContactForm {
  const form = cleanContactForm(written);
  const details = findContactProblems(form).map(({ path, problem }) => ({
    path,
    msg: texts[`contact.error.${problem}`] || contactProblems[problem],
  }));
  if (details[0]) throw new AppError("invalid", details[0].msg, { details });
  return form;
}

export interface Sending {
  /** A robot's: kept aside, and nobody is told. */
  isSpam: boolean;
  address: string | null;
  userAgent: string | null;
  /** Who is told by mail; empty = nobody. */
  notify: string;
  secretKey: SecretKey;
  now: Date;
}

/** Keeps a message that `requireContactForm` has passed, and queues the mail that tells of it. */
export function keepMessage(
  db: Db,
  form: ContactForm,
  { isSpam, address, userAgent, notify, secretKey, now }: Sending,
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
    });
    if (!isSpam && notify) await queueMail(tx, toContactMail(form, notify), secretKey);
  });
}

/**
 * Moves a message on; one that is there already stays as it is. Throws `not_found`, and `stale` when the message is not
 * at `baseVersion` any more.
 */
export function moveSubmission(
  db: Db,
  editor: Actor,
  id: number,
  { status, baseVersion }: { status: SubmissionStatus; baseVersion?: number | undefined },
  now: Date,
): Promise<SubmissionRow> {
  return db.transaction(async (tx) => {
    const submission = await lockSubmission(tx, id);
    if (baseVersion !== undefined && baseVersion !== submission.version) {
      const current = toContactSubmission(submission);
      throw new AppError("stale", "Somebody handled this message meanwhile", { current });
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
      // the sender's name is no business of a log that is kept for ever
      resourceKey: `message ${id}`,
      resourceId: id,
      description: `Moved message ${id} from ${submission.status} to ${status}`,
      oldValue: kept(submission),
      newValue: kept(moved),
    });
    return moved;
  });
}

/** What the audit keeps of a message. */
function kept({ status, readAt, resolvedAt }: Pick<SubmissionRow, "status" | "readAt" | "resolvedAt">) {
  return { status, read_at: readAt, resolved_at: resolvedAt };
}
