import type { ContactForm } from "contract/contact/rules.ts";
import type { ContactSubmission } from "contract/contact/schema.ts";
import type { Mail } from "../../platform/mail/queue.ts";
import type { SubmissionRow } from "./queries.ts";

export function toContactSubmission(row: SubmissionRow): ContactSubmission {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    status: row.status,
    submitted_at: row.submittedAt.toISOString(),
    read_at: row.readAt?.toISOString() ?? null,
    resolved_at: row.resolvedAt?.toISOString() ?? null,
    ip_address: row.ipAddress,
    user_agent: row.userAgent,
    version: row.version,
  };
}

/** The mail to the operators about a message; their reply goes to the sender. */
export function toContactMail({ name, email, subject, message }: ContactForm, to: string): Mail {
  return {
    to,
    addressee: "operator",
    replyTo: email,
    subject: `Message to {brand}: ${subject}`,
    paragraphs: [`${name} <${email}> wrote:`, message],
    action: { label: "Open the messages", path: "/admin/messages" },
    reason: "This address is the setting contact.email of {brand}. It gets every message of the contact form.",
  };
}
