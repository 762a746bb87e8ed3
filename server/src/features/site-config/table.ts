import { boolean, integer, pgEnum, pgTable, text, timestamp } from "../../platform/db/drizzle.ts";

export const configType = pgEnum("config_type", ["string", "number", "boolean", "json"]);

/** Settings that hold secrets, encrypted with a key that is not in the database. */
export const siteSecrets = pgTable("site_secrets", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: timestamp({ withTimezone: true }).notNull(),
});

/**
 * The settings that administrators change while the site runs. Values are text in the format of their type.
 */
export const siteConfig = pgTable("site_config", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  key: text().notNull().unique("site_config_key"),
  type: configType().notNull(),
  value: text().notNull(),
  category: text().notNull(),
  description: text(),
  required: boolean().notNull().default(false),
  /** Grows with every change. */
  version: integer().notNull().default(1),
  lastModified: timestamp({ withTimezone: true }),
});
