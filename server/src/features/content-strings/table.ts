import { sourceLanguage } from "contract/languages/language.ts";
import { boolean, index, integer, pgTable, text, timestamp, unique } from "../../platform/db/drizzle.ts";
import { users } from "../users/table.ts";

/** The languages of the site. Migrations and administrators add them. */
export const languages = pgTable("languages", {
  /** BCP 47. */
  tag: text().primaryKey(),
  /** Its own name for itself. */
  name: text().notNull(),
  direction: text({ enum: ["ltr", "rtl"] }).notNull(),
  /** Whether visitors can choose it. English always is: texts without a translation are shown in it. */
  enabled: boolean().notNull(),
  /** A hash of the shipped translations that were seeded last; `null` = none yet. */
  shippedHash: text(),
  version: integer().notNull().default(1),
  updatedAt: timestamp({ withTimezone: true }),
});

/** The texts of the site, one for each language. The contract defines the shipped keys, their defaults and variables. */
export const contentStrings = pgTable(
  "content_strings",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    key: text().notNull(),
    language: text()
      .notNull()
      .default(sourceLanguage)
      .references(() => languages.tag),
    category: text().notNull(),
    currentValue: text().notNull(),
    /** The value without case and accents, for searching and sorting. */
    foldedValue: text().notNull().default(""),
    /** The names in braces that a custom text must contain; `null` for a shipped one. */
    customVariables: text().array(),
    /** Grows with every change. */
    version: integer().notNull().default(1),
    /** The version of the English text that a translation was made from; a lower one than today's is outdated. */
    sourceVersion: integer(),
    /** `null` = never edited: the text follows its shipped default. */
    lastModified: timestamp({ withTimezone: true }),
  },
  (table) => [unique("content_strings_key").on(table.key, table.language)],
);

/** Every value that a text has had, in full; the newest one is the current value. */
export const contentStringVersions = pgTable(
  "content_string_versions",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    contentStringId: integer()
      .notNull()
      .references(() => contentStrings.id, { onDelete: "cascade" }),
    value: text().notNull(),
    /** The version of the English text that a translation was made from. */
    sourceVersion: integer(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** `null` = the site itself. No foreign key, because versions outlive accounts. */
    createdBy: integer(),
    changeReason: text(),
  },
  (table) => [index("content_string_versions_string_idx").on(table.contentStringId, table.id)],
);

/** Translations that wait for a person to accept or dismiss them. */
export const translationProposals = pgTable(
  "translation_proposals",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    key: text().notNull(),
    language: text()
      .notNull()
      .references(() => languages.tag),
    value: text().notNull(),
    /** The version of the English text that it was made from. */
    sourceVersion: integer().notNull(),
    /** The version of the translation that it would replace; 0 = there was none. */
    baseVersion: integer().notNull(),
    proposedAt: timestamp({ withTimezone: true }).notNull(),
    /** `null` = a deleted account. */
    proposedBy: integer().references(() => users.id, { onDelete: "set null" }),
  },
  (table) => [unique("translation_proposals_key").on(table.key, table.language)],
);
