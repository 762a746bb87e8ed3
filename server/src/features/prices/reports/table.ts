import type { ReportOutcome } from "contract/prices/report-rules.ts";
import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { contactSubmissions } from "../../contact/table.ts";
import { games } from "../../games/table.ts";

/** Which offer a message says has a wrong price, and what the price was when it came. */
export const priceReports = pgTable(
  "price_reports",
  {
    submissionId: integer()
      .primaryKey()
      .references(() => contactSubmissions.id, { onDelete: "cascade" }),
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    country: text().notNull(),
    store: text().notNull(),
    /** Minor units of `currency`; `null` = it was no longer sold. */
    priceMinor: integer(),
    currency: text().notNull(),
    reportedAt: timestamp({ withTimezone: true }).notNull(),
    outcome: text().$type<ReportOutcome>(),
    /** Those that were settled together have the same time. */
    settledAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("price_reports_offer_idx").on(table.gameId, table.country, table.store),
    index("price_reports_open_idx").on(table.reportedAt).where(sql`${table.settledAt} is null`),
  ],
);
