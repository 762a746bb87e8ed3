import { submissionStatuses } from "contract/contact/rules.ts";
import { customType, index, integer, pgEnum, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const submissionStatus = pgEnum("submission_status", submissionStatuses);

/** Text without regard to case and accents, in the same order on every database, whatever its locale. */
const folded = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * What is done with a message, and what messages are searched and sorted by: lists hold it in memory (snapshot.ts), and
 * every call looks through all rows for what has changed. What was written stands in `contact_messages`, so that these
 * are short.
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
  // what one person wrote is looked up for them
  (table) => [index("contact_submissions_folded_email_idx").on(table.foldedEmail)],
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
