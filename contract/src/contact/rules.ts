import { emailProblem } from "../accounts/rules.ts";
import { normalizeText } from "../core/text.ts";

export const maxMessageLength = 5_000;
export const maxNameLength = 100;
export const maxSubjectLength = 200;

/** The states of a message; `spam` is what robots sent. */
export const submissionStatuses = ["new", "read", "in_progress", "resolved", "closed", "spam"] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

export interface ContactForm {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** The form's error messages; `contact.error.…` overrides each (spec/contact 2.2). */
export const contactProblems = {
  name_required: "Name is required",
  name_too_long: `Name must have at most ${maxNameLength} characters`,
  email_required: "Email is required",
  email_invalid: "Please enter a valid email address",
  subject_required: "Subject is required",
  subject_too_long: `Subject must have at most ${maxSubjectLength} characters`,
  message_invalid: "Invalid message",
  message_too_long: "Message must be less than 5000 characters",
} as const;
type ContactProblem = keyof typeof contactProblems;

/** The response to an accepted message, also to one from a trapped robot. */
export const contactThanks = "Thank you. Your message has been sent.";

/** The response when the message limit is exceeded (spec/contact 1.1). */
export const tooManyMessages = "Too many messages. Please try again later.";

/** The sort options of messages. */
export const submissionSorts = ["status", "name", "email", "subject", "submitted_at"] as const;
export type SubmissionSort = (typeof submissionSorts)[number];

/** The form as it is validated and stored: trimmed, single-line fields on one line, no control characters. */
export function cleanContactForm({ name, email, subject, message }: ContactForm): ContactForm {
  return { name: cleanLine(name), email: email.trim(), subject: cleanLine(subject), message: cleanText(message) };
}

/** The problems of a cleaned form, by field, in the form's order; empty if it is valid. */
export function findContactProblems(form: ContactForm): { path: keyof ContactForm; problem: ContactProblem }[] {
  const found: Record<keyof ContactForm, ContactProblem | null> = {
    name: lineProblem(form.name, maxNameLength, "name_required", "name_too_long"),
    email: form.email === "" ? "email_required" : emailProblem(form.email) === null ? null : "email_invalid",
    subject: lineProblem(form.subject, maxSubjectLength, "subject_required", "subject_too_long"),
    message: lineProblem(form.message, maxMessageLength, "message_invalid", "message_too_long"),
  };
  const paths = Object.keys(found) as (keyof ContactForm)[];
  return paths.flatMap((path) => (found[path] ? [{ path, problem: found[path] }] : []));
}

function lineProblem(text: string, maxLength: number, missing: ContactProblem, tooLong: ContactProblem) {
  if (text === "") return missing;
  return [...text].length > maxLength ? tooLong : null;
}

function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ");
}

/** A multi-line text, trimmed and without control characters. */
export function cleanText(text: string): string {
  const lines = text.toWellFormed().replace(/\r\n?/g, "\n");
  return normalizeText(lines.replace(/[^\P{Cc}\n\t]/gu, ""), "NFC").trim();
}

/** When a message was read and resolved; `null` = not yet. */
interface SubmissionTimes {
  readAt: Date | null;
  resolvedAt: Date | null;
}

/**
 * The times of a message that becomes `status` (spec/contact 3.2): a handled message counts as read, a reopened one as
 * not resolved; spam leaves both times unchanged.
 */
export function submissionTimes({ readAt, resolvedAt }: SubmissionTimes, status: SubmissionStatus, now: Date) {
  const times: Record<SubmissionStatus, SubmissionTimes> = {
    new: { readAt: null, resolvedAt: null },
    read: { readAt: readAt ?? now, resolvedAt: null },
    in_progress: { readAt: readAt ?? now, resolvedAt: null },
    resolved: { readAt: readAt ?? now, resolvedAt: resolvedAt ?? now },
    closed: { readAt: readAt ?? now, resolvedAt },
    spam: { readAt, resolvedAt },
  };
  return times[status];
}
