import type { LinkTemplates, StoreColor, StoreKind } from "contract/stores/schema.ts";
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { games } from "../games/table.ts";

/** The stores whose prices are compared. Migrations add the built-in ones. */
export const stores = pgTable("stores", {
  key: text().primaryKey(),
  name: text().notNull(),
  kind: text().$type<StoreKind>().notNull(),
  website: text(),
  /** What its keys activate on, such as `steam-key`. */
  activation: text().array().notNull().default([]),
  color: text().$type<StoreColor>().notNull(),
  /** Whether it reports if an offer is in stock. */
  reportsStock: boolean().notNull().default(false),
  linkTemplates: jsonb().$type<LinkTemplates>().notNull().default({}),
  /** Breaks ties for the best price: the lowest wins. */
  position: integer().notNull(),
  enabled: boolean().notNull().default(false),
  version: integer().notNull().default(1),
  updatedAt: timestamp({ withTimezone: true }),
});

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
