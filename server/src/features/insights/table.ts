import { date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** How often a search found nothing, by day (UTC) and normalized text (`countedSearch`). Nothing about the visitors. */
export const emptySearches = pgTable(
  "empty_searches",
  {
    day: date({ mode: "string" }).notNull(),
    search: text().notNull(),
    searches: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.search] })],
);
