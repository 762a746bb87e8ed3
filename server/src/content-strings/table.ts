import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The texts of the site. Which keys there are, their defaults and variables stand in the contract's catalogue. */
export const contentStrings = pgTable("content_strings", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  key: text().notNull().unique("content_strings_key"),
  category: text().notNull(),
  currentValue: text().notNull(),
  /** Grows with every change; 1 = as shipped. */
  version: integer().notNull().default(1),
  lastModified: timestamp({ withTimezone: true }),
});
