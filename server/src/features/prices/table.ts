import { storeKeys } from "contract/stores.ts";
import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
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
    /** The end of the giveaway that makes the price 0 now; `null` = the price holds until it is seen to change. */
    endsAt: timestamp({ withTimezone: true }),
    /** The store's price after the giveaway; `null` = not sold then. */
    afterCents: integer(),
    afterRegularCents: integer(),
    afterLink: text(),
    /** When the latest giveaway ended. */
    wasFreeUntil: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.store] }),
    index("offers_product_idx").on(table.store, table.productId).where(sql`${table.productId} is not null`),
    index("offers_ends_at_idx").on(table.endsAt).where(sql`${table.endsAt} is not null`),
  ],
);

/**
 * A store's price from `recordedAt` on; a row only where it differs from the one before. In a partition for each month;
 * what lies before the first of them is in one for the rest.
 */
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

export const pollState = pgEnum("poll_state", ["running", "done", "failed"]);

/**
 * One reading of a price source from its beginning to its end, with what has come of it so far. A poll whose process
 * died stays `running`: the next one goes on behind `cursor`, and counts on.
 */
export const pricePolls = pgTable(
  "price_polls",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Which interface is read: the store's own, or what else tells of that store, such as its giveaways. */
    source: text().notNull(),
    store: storeKey().notNull(),
    state: pollState().notNull().default("running"),
    startedAt: timestamp({ withTimezone: true }).notNull(),
    finishedAt: timestamp({ withTimezone: true }),
    /** Whether all that the store sells was read: only then does it mean something that an offer was not seen. */
    complete: boolean().notNull().default(false),
    /** Where to go on, in the source's own words; `null` = at the beginning. */
    cursor: text(),
    /** What the source calls the state that was read; the next poll may ask whether it has changed since. */
    version: text(),
    /** Products read, each counted once, the refused included. */
    seen: integer().notNull().default(0),
    /** Offers that are new or differ in any part. */
    changed: integer().notNull().default(0),
    /** Products of which no game is known. */
    unmatched: integer().notNull().default(0),
    /** Products that could not be understood. */
    refused: integer().notNull().default(0),
    /** Offers that were closed because they have not been seen for long. */
    closed: integer().notNull().default(0),
    /** Why it failed, in one line. */
    problem: text(),
  },
  (table) => [
    index("price_polls_source_idx").on(table.source, table.startedAt),
    uniqueIndex("price_polls_running_idx").on(table.source).where(sql`${table.state} = 'running'`),
  ],
);

export const matchDecision = pgEnum("match_decision", ["accepted", "rejected"]);

/** A store's product of which it was not certain which game it is, and what a person has decided about it. */
export const matchReviews = pgTable(
  "match_reviews",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    store: storeKey().notNull(),
    /** The store's own id of the product. */
    productId: text().notNull(),
    title: text(),
    /** Games that it may be, ascending; none = no game of such a title is known. */
    candidates: integer().array().notNull(),
    /** Readings of the store in which it was seen while it waited. */
    seenCount: integer().notNull().default(1),
    firstSeenAt: timestamp({ withTimezone: true }).notNull(),
    lastSeenAt: timestamp({ withTimezone: true }).notNull(),
    /** `null` = it waits. */
    decision: matchDecision(),
    /** The game that it was accepted as. */
    gameId: integer().references(() => games.id, { onDelete: "cascade" }),
    decidedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex("match_reviews_product_key").on(table.store, table.productId),
    index("match_reviews_waiting_idx").on(table.store, table.id).where(sql`${table.decision} is null`),
  ],
);

/** How many offers a store's feed had when it was last believed: one that lost many of them is broken. */
export const priceFeeds = pgTable("price_feeds", {
  store: storeKey().primaryKey(),
  offers: integer().notNull(),
  readAt: timestamp({ withTimezone: true }).notNull(),
});

/** Offers of a feed that is being read. Those of an aborted reading stay until the next one. */
export const stagedOffers = pgTable(
  "staged_offers",
  {
    store: storeKey().notNull(),
    /** The reading that they belong to: two may be under way, a poll and an import by hand. */
    reading: text().notNull(),
    line: integer().notNull(),
    productId: text().notNull(),
    /** The SourceOffer as JSON. */
    offer: jsonb().notNull(),
    /** Set when the whole feed has been read. */
    gameId: integer(),
    stagedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.reading, table.line] })],
);
