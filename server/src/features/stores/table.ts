import type { PackFacts } from "contract/stores/pack.ts";
import type { LinkTemplates, StoreColor, StoreKind } from "contract/stores/schema.ts";
import { boolean, integer, jsonb, pgTable, pgView, text, timestamp } from "../../platform/db/drizzle.ts";

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
  /** The licence of its prices in the open data; `null` = they are left out. */
  openDataLicence: text(),
  /** What the store's pack says beyond the other columns; `null` = it came from none. */
  pack: jsonb().$type<PackFacts>(),
  /** Breaks ties for the best price: the lowest wins. */
  position: integer().notNull(),
  enabled: boolean().notNull().default(false),
  version: integer().notNull().default(1),
  updatedAt: timestamp({ withTimezone: true }),
});

/** How many offers there are by store and market, from the offers that `prices` records. */
export const offerCounts = pgView("offer_counts", {
  store: text().notNull(),
  country: text().notNull(),
  offers: integer().notNull(),
}).existing();
