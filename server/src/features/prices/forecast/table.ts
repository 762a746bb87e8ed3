import {
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
} from "../../../platform/db/drizzle.ts";
import { games } from "../../games/table.ts";
import { stores } from "../../stores/table.ts";

/** What was forecast for a game at an official store, one row a month, and what happened. */
export const saleForecasts = pgTable(
  "sale_forecasts",
  {
    /** The first day of the month in which it was made, UTC. */
    month: date({ mode: "string" }).notNull(),
    country: text().notNull(),
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    store: text()
      .notNull()
      .references(() => stores.key, { onDelete: "cascade" }),
    madeAt: timestamp({ withTimezone: true }).notNull(),
    /** Chances in whole percent. */
    within30: smallint("within_30").notNull(),
    within60: smallint("within_60").notNull(),
    within90: smallint("within_90").notNull(),
    /** In whole percent. */
    usualCut: smallint().notNull(),
    /** The first sale after it was made, as far as known. */
    saleAt: timestamp({ withTimezone: true }),
    saleCut: smallint(),
    /** Until when sales are known. */
    knownUntil: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.month, table.country, table.gameId, table.store] }),
    index("sale_forecasts_game_id_idx").on(table.gameId),
  ],
);

/** A store's `SaleCalendar` as one list, learned in the site's default market. */
export const saleCalendars = pgTable("sale_calendars", {
  store: text()
    .primaryKey()
    .references(() => stores.key, { onDelete: "cascade" }),
  lifts: real().array().notNull(),
  learnedAt: timestamp({ withTimezone: true }).notNull(),
});
