import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The texts of the site. The contract defines the shipped keys, their defaults and variables. */
export const contentStrings = pgTable("content_strings", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  key: text().notNull().unique("content_strings_key"),
  category: text().notNull(),
  currentValue: text().notNull(),
  /** The value without case and accents, for searching and sorting. */
  foldedValue: text().notNull().default(""),
  /** The names in braces that a custom text must contain; `null` for a shipped one. */
  customVariables: text().array(),
  /** Grows with every change. */
  version: integer().notNull().default(1),
  /** `null` = never edited: the text follows its shipped default. */
  lastModified: timestamp({ withTimezone: true }),
});

/** Every value that a text has had, in full; the newest one is the current value. */
export const contentStringVersions = pgTable(
  "content_string_versions",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    contentStringId: integer()
      .notNull()
      .references(() => contentStrings.id, { onDelete: "cascade" }),
    value: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** `null` = the site itself. No foreign key, because versions outlive accounts. */
    createdBy: integer(),
    changeReason: text(),
  },
  (table) => [index("content_string_versions_string_idx").on(table.contentStringId, table.id)],
);
