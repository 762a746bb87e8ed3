import { date, doublePrecision, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The European Central Bank's latest known reference rates: for display and ranking alone. All of one day. */
export const exchangeRates = pgTable("exchange_rates", {
  /** ISO 4217, never EUR. */
  currency: text().primaryKey(),
  /** Units of the currency per euro. */
  rate: doublePrecision().notNull(),
  /** The day that the rates are of. */
  day: date({ mode: "string" }).notNull(),
  /** When the bank last responded, also when it had nothing new. */
  fetchedAt: timestamp({ withTimezone: true }).notNull(),
});
