import { date, doublePrecision, pgTable, text, timestamp } from "../../../platform/db/drizzle.ts";

/** The European Central Bank's latest reference rates, all of one day. For display and ranking only. */
export const exchangeRates = pgTable("exchange_rates", {
  /** ISO 4217, never EUR. */
  currency: text().primaryKey(),
  /** Units of the currency per euro. */
  rate: doublePrecision().notNull(),
  /** The day that the rates are of. */
  day: date({ mode: "string" }).notNull(),
  /** When the rates were last fetched, even if they had not changed. */
  fetchedAt: timestamp({ withTimezone: true }).notNull(),
});
