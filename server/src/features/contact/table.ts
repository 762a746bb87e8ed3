import { submissionStatuses } from "contract/contact/rules.ts";
import { customType, index, integer, pgEnum, pgTable, text, timestamp } from "../../platform/db/drizzle.ts";

export const submissionStatus = pgEnum("submission_status", submissionStatuses);

/** Text without case and accents, in the same order on every database. */
const folded = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * A message's state, and the columns for searching and sorting. A search reads every row, so the texts are in
 * `contact_messages`.
 */
export const contactSubmissions = pgTable(
  "contact_submissions",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    status: submissionStatus().notNull(),
    submittedAt: timestamp({ withTimezone: true }).notNull(),
    readAt: timestamp({ withTimezone: true }),
    resolvedAt: timestamp({ withTimezone: true }),
    /** Increases with every change. */
    version: integer().notNull().default(1),
    foldedName: folded().notNull(),
    foldedEmail: folded().notNull(),
    foldedSubject: folded().notNull(),
  },
  (table) => [
    index("contact_submissions_submitted_at_idx").on(table.submittedAt, table.id),
    index("contact_submissions_folded_email_idx").on(table.foldedEmail),
  ],
);

/** What a sender wrote, and its origin. */
export const contactMessages = pgTable("contact_messages", {
  submissionId: integer()
    .primaryKey()
    .references(() => contactSubmissions.id, { onDelete: "cascade" }),
  name: text().notNull(),
  email: text().notNull(),
  subject: text().notNull(),
  message: text().notNull(),
  ipAddress: text(),
  userAgent: text(),
  /** The tag of the language of the page that it was sent from; `null` = unknown. */
  language: text(),
});
