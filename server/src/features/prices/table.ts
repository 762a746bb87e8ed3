import type { FileEncoding } from "contract/core/file-encoding.ts";
import { firstCountry } from "contract/markets/regions.ts";
import type { FeedColumn } from "contract/prices/feed-rules.ts";
import type { MatchReason } from "contract/prices/match-schema.ts";
import type { RefusalCount } from "contract/prices/source-schema.ts";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  sql,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from "../../platform/db/drizzle.ts";
import { games } from "../games/table.ts";
import { markets } from "../markets/table.ts";
import { stores } from "../stores/table.ts";
import { users } from "../users/table.ts";

/**
 * A store's current offer of a game in a market. Money in minor units of `currency`; a price of `null` = it no longer
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
    /** The currency in which the store charges. */
    currency: text().notNull(),
    priceMinor: integer(),
    regularMinor: integer(),
    link: text(),
    /** Countries and groups such as EU where the key activates; `null` = not stated. */
    activatesIn: text().array(),
    /** `null` = unknown. */
    inStock: boolean(),
    /** The store's own id of the product. */
    productId: text(),
    firstSeenAt: timestamp({ withTimezone: true }).notNull(),
    lastSeenAt: timestamp({ withTimezone: true }).notNull(),
    /** The end of the giveaway that makes the price 0 now; `null` = no giveaway with an end. */
    endsAt: timestamp({ withTimezone: true }),
    /** The store's price after the giveaway; `null` = not sold then. */
    afterMinor: integer(),
    afterRegularMinor: integer(),
    afterLink: text(),
    /** When the latest giveaway ended. */
    wasFreeUntil: timestamp({ withTimezone: true }),
    /** The end of the sale at this price, above 0; `null` = not stated. */
    saleEndsAt: timestamp({ withTimezone: true }),
    /** What a key activates on (`contract/prices/launchers.ts`); `null` = not stated. */
    activatesOn: text().array(),
    /** The reading that created it. */
    readingId: integer(),
    /** The regular price that the next one is compared with, in case it rises suddenly; `null` = `regularMinor`. */
    trustedRegularMinor: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.country, table.store] }),
    index("offers_product_idx")
      .on(table.store, table.country, table.productId)
      .where(sql`${table.productId} is not null`),
    index("offers_ends_at_idx").on(table.endsAt).where(sql`${table.endsAt} is not null`),
    index("offers_sale_ends_at_idx").on(table.saleEndsAt).where(sql`${table.saleEndsAt} is not null`),
  ],
);

/**
 * A store's price in a market since `recordedAt`, if it differs from the one before. Partitioned by month, with a
 * default partition for all others.
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
    /** The reading that recorded it. */
    readingId: integer(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.country, table.store, table.recordedAt] })],
);

/**
 * Records of the price history that a person found wrong. They are moved here, so that no reader of `price_history`
 * counts them, and can be restored.
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
    /** The end of the giveaway, if the record was one. */
    endsAt: timestamp({ withTimezone: true }),
    reason: text().notNull(),
    voidedAt: timestamp({ withTimezone: true }).notNull(),
    /** `null` = a deleted account. */
    voidedBy: integer().references(() => users.id, { onDelete: "set null" }),
    /** Whether the store still reports this price, which is ignored until it reports another one. */
    standing: boolean().notNull().default(false),
    /** When the store first reported another price. */
    supersededAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.country, table.store, table.recordedAt] }),
    index("voided_records_standing_idx").on(table.gameId).where(sql`${table.standing}`),
  ],
);

/** Prices set by hand for a limited time, with the prices that the source reports meanwhile. */
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
 * The prices of a game in a market by which lists show and sort it: derived from its offers in the market's own
 * currency, and updated by `recordOffers`. A narrow, separate table, because a changed price would otherwise rewrite
 * the wide game row and every index on it. A game that was never offered there has no row.
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
    /** The highest past best price, which shows whether the price was ever above today's low. */
    highestBestMinor: integer(),
    /** The lowest price above 0 that a store had in stock; giveaways do not count. */
    lowMinor: integer(),
    lowStore: text(),
    /** When the latest period at that price began. */
    lowAt: timestamp({ withTimezone: true }),
    officialLowMinor: integer(),
    officialLowStore: text(),
    /** The lowest price of key shops and marketplaces. */
    keyshopLowMinor: integer(),
    keyshopLowStore: text(),
    /**
     * The lowest and the highest price of the stores of the same kind as the one with the best price, official or not;
     * when that low was first reached, and the first price of these stores.
     */
    kindLowMinor: integer(),
    kindHighMinor: integer(),
    kindLowSince: timestamp({ withTimezone: true }),
    kindSince: timestamp({ withTimezone: true }),
    /** When the best price last changed, and what it was before. */
    bestChangedAt: timestamp({ withTimezone: true }),
    previousBestMinor: integer(),
    /** The end of the best price, if its store states it. */
    saleEndsAt: timestamp({ withTimezone: true }),
    /** When the low was first reached, and what it was before. */
    lowSince: timestamp({ withTimezone: true }),
    previousLowMinor: integer(),
    /** The time of the game's first price. */
    historySince: timestamp({ withTimezone: true }),
    /** The stores that sell it, and those of them where it is not known to be out of stock. */
    soldAt: text().array().notNull().default([]),
    deliverableAt: text().array().notNull().default([]),
    /** What keys of the stores that sell it activate on, as far as it is known. */
    activatesOn: text().array().notNull().default([]),
    /**
     * For prices of some stores only (decision 005): the stores that sell it or have a low, in their order, and at the
     * same position in the other lists their current and past prices. Times in seconds since 1970.
     */
    storeKeys: text().array(),
    storeMinors: integer().array(),
    storeRegulars: integer().array(),
    storeLows: integer().array(),
    /** When the store first had its low. */
    storeLowsSince: doublePrecision().array(),
    /** When the latest period at that low began. */
    storeLowsAt: doublePrecision().array(),
    /** The time of the store's first price. */
    storeSinces: doublePrecision().array(),
    /** The store's highest price. */
    storeHighs: integer().array(),
    /** When the store's price last changed, and what it was before. */
    storeChangedAt: doublePrecision().array(),
    storePrevious: integer().array(),
    /** What the store's offer activates on, as bits (`launcherBits` in the contract); 0 = not known. */
    storeLaunchers: integer().array(),
    /** The lists that price books read as one text (`offerLists`): to write it for each reading would take longest. */
    storeLists: text().generatedAlwaysAs(sql`price_lists(
      store_keys, store_launchers, store_minors, store_regulars, store_lows, store_lows_since, store_highs,
      store_sinces, store_changed_at, store_previous
    )`),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.country] })],
);

export const pollState = pgEnum("poll_state", ["running", "done", "failed"]);

/**
 * One reading of a price source from beginning to end, with its counts so far. A poll whose process died stays
 * `running`: the next run continues it after `cursor` with these counts.
 */
export const pricePolls = pgTable(
  "price_polls",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The interface that is read: the store's own, or another one about that store, such as its giveaways. */
    source: text().notNull(),
    store: text().notNull(),
    country: text().notNull().default(firstCountry),
    state: pollState().notNull().default("running"),
    startedAt: timestamp({ withTimezone: true }).notNull(),
    finishedAt: timestamp({ withTimezone: true }),
    /** Whether the store's whole range was read: only then is a missing offer significant. */
    complete: boolean().notNull().default(false),
    /** Where to continue, in the source's own format; `null` = at the beginning. */
    cursor: text(),
    /** The source's version of the state that was read, with which the next poll checks for changes. */
    version: text(),
    /** Products read, each counted once, including refused ones. */
    seen: integer().notNull().default(0),
    /** Offers that are new or differ in any part. */
    changed: integer().notNull().default(0),
    /** Products without a certain game. */
    unmatched: integer().notNull().default(0),
    /** Invalid products. */
    refused: integer().notNull().default(0),
    /** Offers that were closed because several polls missed them. */
    closed: integer().notNull().default(0),
    /** Refused products by reason. */
    refusals: jsonb().$type<RefusalCount[]>().notNull().default([]),
    /** Why it failed, in one line. */
    problem: text(),
  },
  (table) => [
    index("price_polls_source_idx").on(table.source, table.startedAt),
    uniqueIndex("price_polls_running_idx").on(table.source).where(sql`${table.state} = 'running'`),
  ],
);

/** A source that a process of the site is configured for, with its administrators' settings. */
export const priceSources = pgTable("price_sources", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  key: text().notNull().unique(),
  store: text().notNull(),
  country: text().notNull(),
  /** When a process last registered it. */
  registeredAt: timestamp({ withTimezone: true }).notNull(),
  paused: boolean().notNull().default(false),
  /** When a run was requested that has not begun; `null` = none. */
  requestedAt: timestamp({ withTimezone: true }),
  /** Polls with a problem since the last one without. */
  failures: integer().notNull().default(0),
  /** When these failures were reported by mail; `null` = not yet. */
  reportedAt: timestamp({ withTimezone: true }),
  /** Increases when an administrator pauses or resumes it. */
  version: integer().notNull().default(1),
});

export const matchDecision = pgEnum("match_decision", ["accepted", "rejected"]);

/** A store's product without a certain game, with a person's decision about it. */
export const matchReviews = pgTable(
  "match_reviews",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    store: text().notNull(),
    /** The store's own id of the product. */
    productId: text().notNull(),
    title: text(),
    link: text(),
    /** The last price, in minor units of its currency. */
    priceMinor: integer(),
    currency: text(),
    /** Games that it may be, ascending; empty = no game has such a title. */
    candidates: integer().array().notNull(),
    /** Why it waits; `null` = seen before reasons were recorded, or it never waited. */
    reason: text().$type<MatchReason>(),
    /** Readings of the store in which it was seen while it waited. */
    seenCount: integer().notNull().default(1),
    firstSeenAt: timestamp({ withTimezone: true }).notNull(),
    lastSeenAt: timestamp({ withTimezone: true }).notNull(),
    /** The game that somebody proposes while it waits. */
    proposedGameId: integer().references(() => games.id, { onDelete: "set null" }),
    proposedAt: timestamp({ withTimezone: true }),
    /** `null` = a deleted account. */
    proposedBy: integer().references(() => users.id, { onDelete: "set null" }),
    /** The title for which it was proposed. */
    proposedTitle: text(),
    /** `null` = it waits. */
    decision: matchDecision(),
    /** The game as which it was accepted. */
    gameId: integer().references(() => games.id, { onDelete: "cascade" }),
    decidedAt: timestamp({ withTimezone: true }),
    /** `null` = the command line, or a deleted account. */
    decidedBy: integer().references(() => users.id, { onDelete: "set null" }),
    /** Whether the game was created for it. */
    isNewGame: boolean().notNull().default(false),
  },
  (table) => [
    uniqueIndex("match_reviews_product_key").on(table.store, table.productId),
    index("match_reviews_proposed_idx").on(table.proposedGameId).where(sql`${table.proposedGameId} is not null`),
    index("match_reviews_waiting_idx").on(table.store, table.id).where(sql`${table.decision} is null`),
    // in the order of the review list
    index("match_reviews_promising_idx").on(
      sql`${table.decidedAt} desc nulls last`,
      sql`(cardinality(${table.candidates}) = 0)`,
      sql`${table.seenCount} desc`,
      table.id,
    ),
  ],
);

/** Product feeds added by administrators. Those of the environment have no row. */
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
    /** Encrypted with the site's secret key, since it may contain a key (`product-feeds/queries-feeds.ts`). */
    address: text().notNull(),
    /** The currency of amounts without one; `null` = they are refused. */
    currency: text(),
    /** The encoding of a feed that neither begins with a byte order mark nor declares one; `null` = UTF-8. */
    encoding: text().$type<FileEncoding>(),
    /** The feed's column names by ours. */
    columns: jsonb().$type<Partial<Record<FeedColumn, string>>>().notNull().default({}),
    version: integer().notNull().default(1),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [unique("product_feeds_shelf_key").on(table.store, table.country)],
);

/** The number of offers in the last accepted reading of a store's feed: a feed that lost many of them is broken. */
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
    /** The reading that the offer belongs to: a poll and a manual import may run concurrently. */
    reading: text().notNull(),
    line: integer().notNull(),
    productId: text().notNull(),
    /** The SourceOffer as JSON. */
    offer: jsonb().notNull(),
    stagedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.reading, table.line] })],
);
