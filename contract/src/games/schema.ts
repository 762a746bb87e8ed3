import { z } from "zod";
import { StoreKey } from "../core/parameters.ts";

const price = z.number().nullable();
const text = z.string().nullable();

/**
 * A game as the API answers it (spec/games 1.1).
 * Prices are US dollars with at most two decimals: 0 is free, `null` is not sold there. The `null_` fields belong to
 * the Other store.
 */
export const Game = z
  .object({
    id: z.number().int(),
    title: z.string(),
    genre: text,
    developer: text,
    description: text,
    rating: z.number().nullable().meta({ description: "0 to 10, one decimal" }),
    review_score: z.number().nullable(),
    review_count: z.number().int().nullable(),
    boxart_url: text,
    steam_appid: z.number().int().nullable(),
    steam_price: price,
    steam_link: text,
    cdkeys_price: price,
    cdkeys_link: text,
    cdkeys_stock: z.boolean().nullable().meta({ description: "`null` when the store does not say" }),
    gog_price: price,
    gog_link: text,
    null_price: price,
    null_link: text,
    tags: text.meta({ description: "Separated by a comma and a space" }),
    player_count: z.number().int().nullable(),
    metacritic_score: z.number().int().nullable(),
    release_date: text.meta({ description: "YYYY-MM-DD" }),
    best_price: price,
    best_store: StoreKey.nullable(),
    savings_percentage: z.number().nullable().meta({ description: "Of the best price against Steam's, one decimal" }),
    historical_low: price,
    historical_low_store: StoreKey.nullable(),
    historical_low_at: text.meta({ description: "ISO 8601, UTC: when the latest period at that price began" }),
    lowest_ever: z
      .boolean()
      .meta({ description: "The best price equals the historical low and has been higher before" }),
    explicit: z.boolean().meta({ description: "Left out of lists unless the caller asked to see such games" }),
  })
  .meta({ id: "Game" });
export type Game = z.output<typeof Game>;

/** What a store asks for a game, or asked while it sold it. */
export const GameOffer = z
  .object({
    store: StoreKey,
    price: price.meta({ description: "`null` when the store sells the game no longer" }),
    regular_price: price.meta({ description: "What the store asks without a discount, where it says so" }),
    link: text,
    in_stock: z.boolean().nullable().meta({ description: "`null` when the store does not say" }),
    last_seen_at: z.string().meta({ description: "ISO 8601, UTC: when this was last known to be so" }),
    ends_at: text.meta({ description: "ISO 8601, UTC: the end of the giveaway that makes it free now" }),
    was_free_until: text.meta({ description: "ISO 8601, UTC: the end of the latest giveaway" }),
  })
  .meta({ id: "GameOffer" });
export type GameOffer = z.output<typeof GameOffer>;

/** A game by itself, with more than lists know of its prices. */
export const GameDetail = Game.extend({
  offers: z
    .array(GameOffer)
    .meta({ description: "Of the stores that sell the game or once did; empty while the database is away" }),
}).meta({ id: "GameDetail" });
export type GameDetail = z.output<typeof GameDetail>;

export type GameField = keyof Game;
export const gameFields = Object.keys(Game.shape) as GameField[];

/** A game with only the fields that were asked for. */
export const PartialGame = Game.partial().required({ id: true });
export type PartialGame = z.output<typeof PartialGame>;

export const GameList = z
  .object({
    games: z.array(PartialGame),
    totalPages: z.number().int(),
    totalGames: z.number().int(),
    currentPage: z.number().int(),
  })
  .meta({ id: "GameList" });
export type GameList = z.output<typeof GameList>;
