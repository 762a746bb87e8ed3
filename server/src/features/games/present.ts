import { toDollars } from "contract/core/money.ts";
import { savingsPercentage } from "contract/games/rules.ts";
import type { Game, GameDetail, GameField, GameOffer, PartialGame } from "contract/games/schema.ts";
import type { OfferRow } from "./queries.ts";
import type { GameRow } from "./read-model/rows.ts";

/** A game as the API answers it: cents become dollars, and what follows from the prices is added. */
export function toGame(row: GameRow): Game {
  return {
    id: row.id,
    title: row.title,
    genre: row.genre,
    developer: row.developer,
    description: row.description,
    rating: row.rating,
    review_score: row.reviewScore,
    review_count: row.reviewCount,
    boxart_url: row.boxartUrl,
    steam_appid: row.steamAppid,
    steam_price: toDollars(row.steamCents),
    steam_link: row.steamLink ?? steamPage(row),
    cdkeys_price: toDollars(row.cdkeysCents),
    cdkeys_link: row.cdkeysLink,
    cdkeys_stock: row.cdkeysInStock,
    gog_price: toDollars(row.gogCents),
    gog_link: row.gogLink,
    null_price: toDollars(row.otherCents),
    null_link: row.otherLink,
    tags: row.tags,
    player_count: row.playerCount,
    metacritic_score: row.metacriticScore,
    release_date: row.releaseDate,
    best_price: toDollars(row.bestCents),
    best_store: row.bestStore,
    savings_percentage: savingsPercentage(row.steamCents, row.bestCents),
    historical_low: toDollars(row.lowCents),
    historical_low_store: row.lowStore,
    historical_low_at: row.lowAt === null ? null : new Date(row.lowAt).toISOString(),
    lowest_ever: isLowestEver(row),
    explicit: row.explicit,
  };
}

/** A game with its offers. */
export function toGameDetail(game: Game, offers: readonly OfferRow[]): GameDetail {
  return { ...game, offers: offers.map((offer) => toOffer(offer, game)) };
}

function toOffer(row: OfferRow, { steam_link: steamLink }: Game): GameOffer {
  return {
    store: row.store,
    price: toDollars(row.priceCents),
    regular_price: toDollars(row.regularCents),
    link: row.link ?? (row.store === "steam" ? steamLink : null),
    in_stock: row.inStock,
    last_seen_at: row.lastSeenAt.toISOString(),
    ends_at: row.endsAt?.toISOString() ?? null,
    was_free_until: row.wasFreeUntil?.toISOString() ?? null,
  };
}

/** Where Steam sells a game whose link nobody gave: its pages follow from the appid. */
function steamPage({ steamAppid, steamCents }: GameRow): string | null {
  return steamAppid === null || steamCents === null ? null : `https://store.steampowered.com/app/${steamAppid}/`;
}

/** Today's best price equals the low, and has been higher before (spec/prices 5.2). */
function isLowestEver({ bestCents, lowCents, highestBestCents }: GameRow): boolean {
  return bestCents !== null && bestCents === lowCents && highestBestCents !== null && highestBestCents > lowCents;
}

/** The game with its id and the fields that were asked for; all of them when none was. */
export function toPartialGame(game: Game, fields: readonly GameField[] | undefined): PartialGame {
  if (!fields?.length) return game;
  return { id: game.id, ...Object.fromEntries(fields.map((field) => [field, game[field]])) };
}
