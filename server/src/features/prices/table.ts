import { firstCountry } from "contract/markets/schema.ts";
import type { FeedColumn } from "contract/prices/feed-rules.ts";
import type { RefusalCount } from "contract/prices/source-schema.ts";
import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { users } from "../accounts/table.ts";
import { games } from "../games/table.ts";
import { markets } from "../markets/table.ts";
import { stores } from "../stores/table.ts";

/**
 * What a store asks for a game in a market now. Money in minor units of `currency`; a price of `null` = it no longer
 * sells the game.
 */
export const offers = pgTable(
  "offers",
  {
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    country: text()
      .notNull()
      .references(() => markets.country),
    store: text()
      .notNull()
      .references(() => stores.key),
    /** What the store charges in. */
    currency: text().notNull(),
    priceMinor: integer(),
    regularMinor: integer(),
    link: text(),
    /** Countries and groups such as EU where the key activates; `null` = not stated. */
    activatesIn: text().array(),
    /** `null` = the store does not say. */
    inStock: boolean(),
    /** The store's own id of the product. */
    productId: text(),
    firstSeenAt: timestamp({ withTimezone: true }).notNull(),
    lastSeenAt: timestamp({ withTimezone: true }).notNull(),
    /** The end of the giveaway that makes the price 0 now; `null` = the price holds until it is seen to change. */
    endsAt: timestamp({ withTimezone: true }),
    /** The store's price after the giveaway; `null` = not sold then. */
    afterMinor: integer(),
    afterRegularMinor: integer(),
    afterLink: text(),
    /** When the latest giveaway ended. */
    wasFreeUntil: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.country, table.store] }),
    index("offers_product_idx")
      .on(table.store, table.country, table.productId)
      .where(sql`${table.productId} is not null`),
    index("offers_ends_at_idx").on(table.endsAt).where(sql`${table.endsAt} is not null`),
  ],
);

/**
 * A store's price in a market from `recordedAt` on; a row only where it differs from the one before. In a partition for
 * each month; older rows are in the default one.
 */
export const priceHistory = pgTable(
  "price_history",
  {
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    country: text().notNull(),
    store: text().notNull(),
    currency: text().notNull(),
    recordedAt: timestamp({ withTimezone: true }).notNull(),
    priceMinor: integer(),
    regularMinor: integer(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.country, table.store, table.recordedAt] })],
);

/**
 * Records of the price history that a person found wrong. They are here instead of in `price_history`, so that whatever
 * reads that never counts them, and go back when it was a mistake.
 */
export const voidedRecords = pgTable(
  "voided_records",
  {
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    country: text().notNull(),
    store: text().notNull(),
    currency: text().notNull(),
    recordedAt: timestamp({ withTimezone: true }).notNull(),
    priceMinor: integer(),
    regularMinor: integer(),
    /** The end of the giveaway that the record was of. */
    endsAt: timestamp({ withTimezone: true }),
    reason: text().notNull(),
    voidedAt: timestamp({ withTimezone: true }).notNull(),
    /** `null` = a deleted account. */
    voidedBy: integer().references(() => users.id, { onDelete: "set null" }),
    /** The store still names this price: readings of it are passed over until it names another one. */
    standing: boolean().notNull().default(false),
    /** When the store first named another price. */
    supersededAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.country, table.store, table.recordedAt] }),
    index("voided_records_standing_idx").on(table.gameId).where(sql`${table.standing}`),
  ],
);

/** Prices that hold for a limited time, whatever the store says, with what it says meanwhile. */
export const priceOverrides = pgTable(
  "price_overrides",
  {
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    country: text().notNull(),
    store: text().notNull(),
    /** In the currency of the offer. */
    priceMinor: integer().notNull(),
    regularMinor: integer(),
    until: timestamp({ withTimezone: true }).notNull(),
    reason: text().notNull(),
    setAt: timestamp({ withTimezone: true }).notNull(),
    /** `null` = a deleted account. */
    setBy: integer().references(() => users.id, { onDelete: "set null" }),
    sourceCurrency: text().notNull(),
    sourceMinor: integer(),
    sourceRegularMinor: integer(),
    /** The end of the store's giveaway; the other prices of the source are those after it. */
    sourceFreeUntil: timestamp({ withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.country, table.store] })],
);

/**
 * What lists show of a game in a market and sort by: derived from its offers there in the market's own currency, and
 * kept by `recordOffers`. A narrow table of its own, because a changed price would otherwise rewrite the wide game row
 * and every index on it. A game that was never offered there has no row.
 */
export const gamePrices = pgTable(
  "game_prices",
  {
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: "cascade" }),
    country: text()
      .notNull()
      .references(() => markets.country),
    steamMinor: integer(),
    gogMinor: integer(),
    cdkeysMinor: integer(),
    /** The best price of all other stores. */
    otherMinor: integer(),
    cdkeysInStock: boolean(),
    steamLink: text(),
    gogLink: text(),
    cdkeysLink: text(),
    otherLink: text(),
    bestMinor: integer(),
    bestStore: text(),
    /** The regular price of the best offer. */
    regularMinor: integer(),
    /** The best price of official stores. */
    officialMinor: integer(),
    officialStore: text(),
    /** The dearest that the best price has been: shows whether today's low was ever preceded by a higher price. */
    highestBestMinor: integer(),
    /** The lowest price above 0 that a store had in stock; giveaways do not count. */
    lowMinor: integer(),
    lowStore: text(),
    /** When the latest period at that price began. */
    lowAt: timestamp({ withTimezone: true }),
    officialLowMinor: integer(),
    officialLowStore: text(),
    /** When the best price last changed, and what it was before. */
    bestChangedAt: timestamp({ withTimezone: true }),
    previousBestMinor: integer(),
    /** The end of the best price, where its store says so. */
    saleEndsAt: timestamp({ withTimezone: true }),
    /** When the low was first reached, and what it was before. */
    lowSince: timestamp({ withTimezone: true }),
    previousLowMinor: integer(),
    /** When the game's first price is from. */
    historySince: timestamp({ withTimezone: true }),
    /** The stores that sell it, and those of them that do not say that it is out of stock. */
    soldAt: text().array().notNull().default([]),
    deliverableAt: text().array().notNull().default([]),
    /**
     * For prices of some stores alone (decision 044): a place for each store that sells it or has a low, in the order
     * of the stores, and at the same place in the other lists what it asks and asked. Times in seconds since 1970.
     */
    storeKeys: text().array(),
    storeMinors: integer().array(),
    storeRegulars: integer().array(),
    storeLows: integer().array(),
    /** When the store first had its low. */
    storeLowsSince: doublePrecision().array(),
    /** The dearest that the store has been. */
    storeHighs: integer().array(),
    /** When the store's price last changed, and what it was before. */
    storeChangedAt: doublePrecision().array(),
    storePrevious: integer().array(),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.country] })],
);

export const pollState = pgEnum("poll_state", ["running", "done", "failed"]);

/**
 * One reading of a price source from its beginning to its end, with what has come of it so far. A poll whose process
 * died stays `running`: the next one continues after `cursor`, and adds to its counts.
 */
export const pricePolls = pgTable(
  "price_polls",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Which interface is read: the store's own, or another one about that store, such as its giveaways. */
    source: text().notNull(),
    store: text().notNull(),
    country: text().notNull().default(firstCountry),
    state: pollState().notNull().default("running"),
    startedAt: timestamp({ withTimezone: true }).notNull(),
    finishedAt: timestamp({ withTimezone: true }),
    /** Whether all that the store sells was read: only then does it mean something that an offer was not seen. */
    complete: boolean().notNull().default(false),
    /** The source's own cursor; `null` = at the beginning. */
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
    /** The refused ones by their reasons. */
    refusals: jsonb().$type<RefusalCount[]>().notNull().default([]),
    /** Why it failed, in one line. */
    problem: text(),
  },
  (table) => [
    index("price_polls_source_idx").on(table.source, table.startedAt),
    uniqueIndex("price_polls_running_idx").on(table.source).where(sql`${table.state} = 'running'`),
  ],
);

/** A source that a process of the site is set up for, and what administrators have said about it. */
export const priceSources = pgTable("price_sources", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  key: text().notNull().unique(),
  store: text().notNull(),
  country: text().notNull(),
  /** When a process last said that it is set up for it. */
  registeredAt: timestamp({ withTimezone: true }).notNull(),
  paused: boolean().notNull().default(false),
  /** When a run was requested that has not begun; `null` = none was. */
  requestedAt: timestamp({ withTimezone: true }),
  /** Polls with a problem since the last one without. */
  failures: integer().notNull().default(0),
  /** When a mail reported these failures; `null` = none did. */
  reportedAt: timestamp({ withTimezone: true }),
  /** Grows when an administrator pauses or resumes it. */
  version: integer().notNull().default(1),
});

export const matchDecision = pgEnum("match_decision", ["accepted", "rejected"]);

/** A store's product of which it was not certain which game it is, and what a person has decided about it. */
export const matchReviews = pgTable(
  "match_reviews",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    store: text().notNull(),
    /** The store's own id of the product. */
    productId: text().notNull(),
    title: text(),
    link: text(),
    /** When it was last seen; minor units of its currency. */
    priceMinor: integer(),
    currency: text(),
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
    /** `null` = at the command line, or by a deleted account. */
    decidedBy: integer().references(() => users.id, { onDelete: "set null" }),
    /** The game was created for it. */
    isNewGame: boolean().notNull().default(false),
  },
  (table) => [
    uniqueIndex("match_reviews_product_key").on(table.store, table.productId),
    index("match_reviews_waiting_idx").on(table.store, table.id).where(sql`${table.decision} is null`),
    // in the order in which people look at them
    index("match_reviews_promising_idx").on(
      sql`${table.decidedAt} desc nulls last`,
      sql`(cardinality(${table.candidates}) = 0)`,
      sql`${table.seenCount} desc`,
      table.id,
    ),
  ],
);

/** Product feeds that administrators have added. Those of the environment have no row. */
export const productFeeds = pgTable(
  "product_feeds",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    store: text()
      .notNull()
      .references(() => stores.key),
    country: text()
      .notNull()
      .references(() => markets.country),
    /** Encrypted with the site's secret key, since it may have a key in it (`product-feeds/queries-feeds.ts`). */
    address: text().notNull(),
    /** What amounts are in that name no currency; `null` = they are refused. */
    currency: text(),
    /** Names that the feed has for our columns, by ours. */
    columns: jsonb().$type<Partial<Record<FeedColumn, string>>>().notNull().default({}),
    version: integer().notNull().default(1),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [unique("product_feeds_shelf_key").on(table.store, table.country)],
);

/** How many offers a store's feed had when it was last believed: one that lost many of them is broken. */
export const priceFeeds = pgTable(
  "price_feeds",
  {
    store: text().notNull(),
    country: text().notNull(),
    offers: integer().notNull(),
    readAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.store, table.country] })],
);

/** Offers of a feed that is being read. Those of an aborted reading stay until the next one. */
export const stagedOffers = pgTable(
  "staged_offers",
  {
    store: text().notNull(),
    /** The reading that they belong to: two may be under way, a poll and an import by hand. */
    reading: text().notNull(),
    line: integer().notNull(),
    productId: text().notNull(),
    /** The SourceOffer as JSON. */
    offer: jsonb().notNull(),
    stagedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.reading, table.line] })],
);
