import { type AnyPgColumn, boolean, integer, pgTable, smallint, text, timestamp } from "../../platform/db/drizzle.ts";

/** The countries whose prices can be shown. They are added by migrations. */
export const markets = pgTable("markets", {
  /** ISO 3166 alpha-2. */
  country: text().primaryKey(),
  /** The currency in which Steam charges there (ISO 4217). */
  currency: text().notNull(),
  /** Decimals of the currency. */
  minorUnits: smallint().notNull(),
  /** How prices are written (BCP 47). */
  locale: text().notNull(),
  enabled: boolean().notNull().default(false),
  /** The market whose prices it has; `null` = it has prices of its own. That one has its own, in the same currency. */
  sharesPricesWith: text().references((): AnyPgColumn => markets.country),
  version: integer().notNull().default(1),
  updatedAt: timestamp({ withTimezone: true }),
});
