import type { ReportOutcome } from "contract/prices/report-rules.ts";
import { index, integer, pgTable, sql, text, timestamp } from "../../../platform/db/drizzle.ts";
import { contactSubmissions } from "../../contact/table.ts";
import { games } from "../../games/table.ts";

/** The offer whose price a message reports as wrong, with the price at that time. */
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
    /** The same for reports that were settled together. */
    settledAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index("price_reports_offer_idx").on(table.gameId, table.country, table.store),
    index("price_reports_open_idx").on(table.reportedAt).where(sql`${table.settledAt} is null`),
  ],
);
