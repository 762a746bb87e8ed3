import { z } from "zod";
import { BundleSummary, GameBundle } from "../bundles/schema.ts";
import { CountryCode } from "../core/parameters.ts";
import { localizedTitle } from "../languages/schema.ts";
import { launchers } from "../prices/launchers.ts";
import { toFlatFields } from "../stores/flat-stores.ts";
import { StoreKey } from "../stores/store-key.ts";
import { GameSubscription } from "../subscriptions/schema.ts";
import { type Column, type ColumnValue, gameColumns, type ShownColumn, shownColumns } from "./columns.ts";
import { type ChoiceFilter, choiceFilters } from "./filter-kinds.ts";

const price = z.number().nullable();
const text = z.string().nullable();

/** A value of the column that is known, without its bounds. */
export function columnSchema(column: Column): z.ZodType {
  switch (column.is) {
    case "whole":
      return z.number().int();
    case "decimal":
      return z.number();
    case "choice":
      return z.enum(column.choices);
    case "flag":
      return z.boolean();
    case "list":
      return z.array(z.number().int());
    default:
      return z.string();
  }
}

/** The fields that do not depend on prices. */
const facts = Object.fromEntries(
  shownColumns.map((name) => {
    const column: Column = gameColumns[name];
    const value = column.isRequired ? columnSchema(column) : columnSchema(column).nullable();
    return [name, column.description ? value.meta({ description: column.description }) : value];
  }),
) as { [Name in ShownColumn]: z.ZodType<ColumnValue<Name>, ColumnValue<Name>> };

/** Key shops and marketplaces count as one kind. */
export const LowKind = z.enum(["official", "keyshop"]);
export type LowKind = z.output<typeof LowKind>;

/**
 * A game as the API returns it (spec/games 1.1).
 * Prices are decimal amounts in `currency`: 0 is free, `null` is not sold there. `steam_`, `gog_` and `cdkeys_` are
 * these stores in the requested market, `null_` is the best of all others.
 */
export const Game = z
  .object({
    id: z.number().int(),
    ...facts,
    localized_title: localizedTitle,
    picture_version: text.meta({ description: "`v` in the URLs of an uploaded picture; `null` = none" }),
    ...toFlatFields({
      price: () => price,
      link: () => text,
      stock: () => z.boolean().nullable().meta({ description: "`null` = unknown" }),
    }),
    currency: z.string().meta({ description: "Currency of all prices, ISO 4217" }),
    best_price: price,
    best_store: StoreKey.nullable(),
    cut: z.number().int().meta({ description: "The discount: the best price below `reference_price`, whole percent" }),
    reference_price: price.meta({
      description: "The regular price of the best offer, otherwise Steam's regular price, otherwise Steam's price",
    }),
    reference_store: StoreKey.nullable().meta({ description: "Store of that price" }),
    regular_price: price.meta({ description: "Regular price at the store of the best price" }),
    best_official_price: price.meta({ description: "Excluding key shops and marketplaces" }),
    best_official_store: StoreKey.nullable(),
    price_changed_at: text.meta({ description: "ISO 8601, UTC: when the best price last changed" }),
    previous_price: price.meta({ description: "The best price before that" }),
    sale_ends_at: text.meta({ description: "ISO 8601, UTC: when the best price ends, where its store says so" }),
    savings_percentage: z
      .number()
      .nullable()
      .meta({ description: "Savings of the best price against Steam's in percent, one decimal" }),
    historical_low: price,
    historical_low_store: StoreKey.nullable(),
    historical_low_at: text.meta({ description: "ISO 8601, UTC: when the latest period at that price began" }),
    historical_low_since: text.meta({ description: "ISO 8601, UTC: when the historical low was first reached" }),
    previous_low: price.meta({ description: "The historical low before that" }),
    historical_official_low: price,
    historical_keyshop_low: price,
    lowest_ever: z.boolean().meta({
      description: "Discounted, and at the lowest price so far for its kind of store, with at least a month of history",
    }),
    low_kind: LowKind.nullable().meta({ description: "With `lowest_ever`: the kind of store of the low" }),
    ties_low: z.boolean().meta({ description: "With `lowest_ever`: whether it has been as low before" }),
    bundle: BundleSummary.pick({ id: true, games: true, from_price: true, ends_at: true }).nullable().meta({
      description:
        "Of the bundles on sale in the market that it is in, the one that ends soonest; `from_price` in `currency`",
    }),
    everywhere_best_price: price
      .optional()
      .meta({ description: "Only with `prices_of`: the best price of all stores" }),
    everywhere_best_store: StoreKey.nullable().optional(),
  })
  .meta({ id: "Game" });
export type Game = z.output<typeof Game>;

/** A store's current or last price of a game in a market. */
export const GameOffer = z
  .object({
    store: StoreKey,
    currency: z.string().meta({ description: "Currency that the store charges, ISO 4217" }),
    price: price.meta({ description: "`null` = no longer sold" }),
    converted_price: price.meta({
      description: "About as much in the market's currency, by the latest exchange rates; `null` without a rate",
    }),
    regular_price: price.meta({ description: "The store's regular price, if known" }),
    cut: z.number().int().meta({ description: "Below the regular price, otherwise below Steam's, in whole percent" }),
    reference_store: StoreKey.nullable().meta({ description: "Store whose price `cut` refers to" }),
    link: text,
    activates_in: z.array(z.string()).nullable().meta({
      description: "Countries and groups such as `EU`; `!US` = except there; `null` = everywhere or unknown",
    }),
    in_stock: z.boolean().nullable().meta({ description: "`null` = unknown" }),
    last_seen_at: z.string().meta({ description: "ISO 8601, UTC: when this was last known to be so" }),
    ends_at: text.meta({ description: "ISO 8601, UTC: the end of the giveaway that makes it free now" }),
    was_free_until: text.meta({ description: "ISO 8601, UTC: the end of the latest giveaway" }),
    sale_ends_at: text.meta({
      description: "ISO 8601, UTC: the end of the sale at this price, where the store says so",
    }),
    activates_on: z
      .array(z.enum(launchers))
      .meta({ description: "Where keys activate, or platforms that the game requires; empty = unknown" }),
    voucher: z
      .object({
        id: z.number().int(),
        code: z.string(),
        price: z.number().meta({ description: "What the offer costs with it; never part of a best price or a low" }),
        conditions: z.string(),
        works: z.number().int().meta({ description: "Visitors of the last 30 days for whom it worked" }),
        fails: z.number().int(),
        worked_at: text.meta({ description: "ISO 8601, UTC: when a visitor last said that it worked" }),
      })
      .nullable()
      .meta({ description: "The voucher with the lowest price that the store should accept for it" }),
  })
  .meta({ id: "GameOffer" });
export type GameOffer = z.output<typeof GameOffer>;

/** How today's price compares with its history (spec/prices 9). Shares are of the period considered, from 0 to 1. */
export const Insight = z
  .object({
    kind: z.enum(["official", "keyshop"]).meta({ description: "The kind of stores whose prices are compared" }),
    cheaper_share: z.number().nullable().meta({ description: "Share of the time at a lower price than now" }),
    on_sale_share: z.number().nullable().meta({ description: "Share of the time below the regular price" }),
    usual_cut: z.number().int().nullable().meta({ description: "The median discount of its sales, in whole percent" }),
    sales_per_year: z.number().nullable().meta({ description: "One decimal" }),
    usual_sale_days: z.number().int().nullable().meta({ description: "The median length of a sale" }),
    verdict: z.enum(["great", "good", "fair", "wait"]).nullable().meta({
      description: "`null`, like the other statistics, with fewer than 180 days of prices or fewer than 5 sales",
    }),
    confidence: z.enum(["low", "medium", "high"]),
    days: z.number().int().meta({ description: "Length of the period covered" }),
    lows: z
      .array(z.object({ store: StoreKey, price: z.number(), at: z.string() }))
      .meta({ description: "The lowest price of each store and when the latest period at it began, cheapest first" }),
  })
  .meta({ id: "Insight" });
export type Insight = z.output<typeof Insight>;

/** A single game, with more price data than in lists. */
export const GameDetail = Game.extend({
  also_known_as: z.array(z.string()).meta({ description: "Further titles, such as those in other languages" }),
  offers: z
    .array(GameOffer)
    .meta({ description: "Lows at stores that sell or sold the game; empty while the database is unavailable" }),
  insight: Insight.nullable().meta({ description: "`null` without a price or a history" }),
  next_sale: z
    .object({
      store: StoreKey.meta({ description: "The official store where a sale is most likely first" }),
      within_30_days: z.number().meta({ description: "The chance that its next sale begins in time, from 0 to 1" }),
      within_60_days: z.number(),
      within_90_days: z.number(),
      usual_cut: z
        .number()
        .int()
        .meta({ description: "The median discount of its last three sales, in whole percent" }),
      based_on: z.number().int().meta({ description: "The number of its sales that are known" }),
    })
    .nullable()
    .meta({ description: "`null` with fewer than 3 sales or less than a year of history, and during a sale" }),
  lowest_30_days: z
    .object({ price: z.number(), store: StoreKey })
    .nullable()
    .meta({ description: "The lowest price of official stores in the 30 days before the best price began" }),
  markets: z
    .array(
      z.object({
        country: CountryCode,
        currency: z.string(),
        best_price: z.number(),
        best_store: StoreKey,
        converted_price: price.meta({ description: "In the currency of the game's prices; `null` without a rate" }),
      }),
    )
    .meta({ description: "Its best price in each enabled country that has one, at all stores" }),
  subscriptions: z.array(GameSubscription).meta({ description: "Subscription plans that have it in the market" }),
  bundles: z.array(GameBundle).meta({ description: "The bundles on sale that it is in; their prices are not its own" }),
}).meta({ id: "GameDetail" });
export type GameDetail = z.output<typeof GameDetail>;

export type GameField = keyof GameDetail;
export const gameFields = Object.keys(GameDetail.shape) as GameField[];

/** A game in a section of deals; `score` from 0 to 100 with one decimal, `null` with less than two weeks of history. */
export const Deal = Game.extend({ score: z.number().nullable() }).meta({ id: "Deal" });
export type Deal = z.output<typeof Deal>;

export const SimilarGames = z
  .object({ games: z.array(Game), by_developer: z.array(Game) })
  .meta({ id: "SimilarGames" });
export type SimilarGames = z.output<typeof SimilarGames>;

/** What a list leaves out for callers who did not enable explicit games (spec/games 1.3). */
export const HiddenExplicit = z.number().int().meta({ description: "Number of further games that are explicit" });

/** Suggestions that a search field shows while the user types. */
export const GameSuggestions = z
  .object({
    games: z.array(
      Game.pick({
        id: true,
        title: true,
        localized_title: true,
        picture_version: true,
        best_price: true,
        regular_price: true,
        reference_price: true,
        reference_store: true,
        cut: true,
        currency: true,
        type: true,
      }),
    ),
    total: z.number().int().meta({ description: "Number of games that match the search" }),
    hidden_explicit: HiddenExplicit,
    genres: z.array(z.string()),
    tags: z.array(z.string()),
    developers: z.array(z.string()),
  })
  .meta({ id: "GameSuggestions" });
export type GameSuggestions = z.output<typeof GameSuggestions>;

const FacetCounts = z.array(z.object({ value: z.string(), count: z.number().int() }));

/**
 * How many games each option of a filter would leave, with all other filters on (spec/games 2.9): options that leave
 * none are left out. Stores, genres, tags and types by their names, most games first; prices by the lower bound of each
 * of `priceStepsIn`, cuts by the minimum cut, both ascending; filters by choices of a column by these.
 */
export const Facets = z
  .object({
    store: FacetCounts,
    official: FacetCounts,
    activates: FacetCounts,
    genre: FacetCounts,
    tag: FacetCounts,
    price: FacetCounts,
    cut: FacetCounts,
    type: FacetCounts,
    ...(Object.fromEntries(choiceFilters.map(({ name }) => [name, FacetCounts])) as Record<
      ChoiceFilter,
      typeof FacetCounts
    >),
  })
  .meta({ id: "Facets" });
export type Facets = z.output<typeof Facets>;

/** A game with only the requested fields; `offers` only if requested. */
export const PartialGame = GameDetail.partial().required({ id: true });
export type PartialGame = z.output<typeof PartialGame>;

export const GameList = z
  .object({
    games: z.array(PartialGame),
    totalPages: z.number().int(),
    totalGames: z.number().int(),
    currentPage: z.number().int(),
    corrected: text
      .optional()
      .meta({ description: "The corrected search that was used; `null` = the search as given" }),
    hidden: z
      .number()
      .int()
      .optional()
      .meta({ description: "Number of further games that the caller owns or ignores (spec/library 2)" }),
    hidden_explicit: HiddenExplicit,
    facets: Facets.optional(),
    without: z
      .record(z.string(), z.number().int())
      .optional()
      .meta({ description: "With facets and no results: number of games without each active filter" }),
  })
  .meta({ id: "GameList" });
export type GameList = z.output<typeof GameList>;
