import { storeKeys } from "contract/stores.ts";
import { boolean, integer, pgEnum, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { games } from "../games/table.ts";

/** In the order that settles ties for the best price. */
export const storeKey = pgEnum("store_key", storeKeys);

/** What a store asks for a game now. Money in cents; a price of `null` = it no longer sells the game. */
export const offers = pgTable(
  "offers",
  {
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    store: storeKey().notNull(),
    priceCents: integer(),
    regularCents: integer(),
    link: text(),
    /** `null` = the store does not say. */
    inStock: boolean(),
    /** The store's own id of the product. */
    productId: text(),
    firstSeenAt: timestamp({ withTimezone: true }).notNull(),
    lastSeenAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.store] })],
);

/** A store's price from `recordedAt` on; a row only where it differs from the one before. */
export const priceHistory = pgTable(
  "price_history",
  {
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    store: storeKey().notNull(),
    recordedAt: timestamp({ withTimezone: true }).notNull(),
    priceCents: integer(),
    regularCents: integer(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.store, table.recordedAt] })],
);

/**
 * What lists show and sort by, derived from the offers and kept by `recordOffers`. A narrow table of its own,
 * because a changed price would otherwise rewrite the wide game row and every index on it.
 * A game that was never offered has no row.
 */
export const gamePrices = pgTable("game_prices", {
  gameId: integer()
    .primaryKey()
    .references(() => games.id, { onDelete: "cascade" }),
  steamCents: integer(),
  gogCents: integer(),
  cdkeysCents: integer(),
  otherCents: integer(),
  cdkeysInStock: boolean(),
  bestCents: integer(),
  bestStore: storeKey(),
  /** The dearest that the best price has been: tells whether today's low was ever undercut by a higher price. */
  highestBestCents: integer(),
  /** The lowest price above 0 that a store had in stock; giveaways do not count. */
  lowCents: integer(),
  lowStore: storeKey(),
  /** When the latest period at that price began. */
  lowAt: timestamp({ withTimezone: true }),
  changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
