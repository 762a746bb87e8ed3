import { submissionStatuses } from "contract/contact/rules.ts";
import { customType, index, integer, pgEnum, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const submissionStatus = pgEnum("submission_status", submissionStatuses);

/** Text without regard to case and accents, in the same order on every database, whatever its locale. */
const folded = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * What is done with a message, and what messages are searched and sorted by. What was written stands in
 * `contact_messages`: a search reads every row of this table, and rows a tenth as long make it that much quicker.
 */
export const contactSubmissions = pgTable(
  "contact_submissions",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    status: submissionStatus().notNull(),
    submittedAt: timestamp({ withTimezone: true }).notNull(),
    readAt: timestamp({ withTimezone: true }),
    resolvedAt: timestamp({ withTimezone: true }),
    /** Grows with every change. */
    version: integer().notNull().default(1),
    foldedName: folded().notNull(),
    foldedEmail: folded().notNull(),
    foldedSubject: folded().notNull(),
  },
  // A page is found in an index alone, however far down the list it is: so each holds the id and the status too.
  (table) => [
    index("contact_submissions_submitted_at_idx").on(table.submittedAt, table.id, table.status),
    index("contact_submissions_name_idx").on(table.foldedName, table.id, table.status),
    index("contact_submissions_email_idx").on(table.foldedEmail, table.id, table.status),
    index("contact_submissions_subject_idx").on(table.foldedSubject, table.id, table.status),
    index("contact_submissions_status_idx").on(table.status, table.id),
  ],
);

/** A message as it was written, and where it came from. */
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
});
