import { date, index, integer, pgTable, primaryKey, text } from "../../platform/db/drizzle.ts";
import { games } from "../games/table.ts";
import { stores } from "../stores/table.ts";

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

/** How often visitors went to a store from a market, by day (UTC). Nothing about the visitors. */
export const storeClicks = pgTable(
  "store_clicks",
  {
    day: date({ mode: "string" }).notNull(),
    store: text()
      .notNull()
      .references(() => stores.key, { onDelete: "cascade" }),
    country: text().notNull(),
    clicks: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.store, table.country] })],
);

/** How often visitors went from a game to any store, by day (UTC). Retained for 90 days. */
export const gameClicks = pgTable(
  "game_clicks",
  {
    day: date({ mode: "string" }).notNull(),
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    clicks: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.gameId] }), index("game_clicks_game_id_idx").on(table.gameId)],
);
