import { toAmount } from "contract/core/money.ts";
import { cutOf, savingsPercentage } from "contract/games/rules.ts";
import type { Game, GameDetail, GameField, GameOffer, Insight, PartialGame } from "contract/games/schema.ts";
import { uploadVersion } from "contract/images/uploads.ts";
import { convert } from "contract/markets/rates.ts";
import type { ExchangeRates, Market } from "contract/markets/schema.ts";
import type { OfferRow } from "./queries.ts";
import type { GameRow } from "./read-model/rows.ts";

/** A game as the API returns it: amounts become decimal, and fields derived from the prices are added. */
export function toGame(row: GameRow, { currency }: Pick<Market, "currency">): Game {
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
    picture_version: uploadVersion(row.boxartUrl),
    steam_appid: row.steamAppid,
    steam_price: toAmount(row.steamMinor, currency),
    steam_link: row.steamLink ?? steamPage(row),
    cdkeys_price: toAmount(row.cdkeysMinor, currency),
    cdkeys_link: row.cdkeysLink,
    cdkeys_stock: row.cdkeysInStock,
    gog_price: toAmount(row.gogMinor, currency),
    gog_link: row.gogLink,
    null_price: toAmount(row.otherMinor, currency),
    null_link: row.otherLink,
    tags: row.tags,
    player_count: row.playerCount,
    metacritic_score: row.metacriticScore,
    release_date: row.releaseDate,
    type: row.type,
    parent_id: row.parentId,
    currency,
    best_price: toAmount(row.bestMinor, currency),
    best_store: row.bestStore,
    cut: cutOf(row.bestMinor, row.regularMinor),
    regular_price: toAmount(row.regularMinor, currency),
    best_official_price: toAmount(row.officialMinor, currency),
    best_official_store: row.officialStore,
    price_changed_at: toTime(row.bestChangedAt),
    previous_price: toAmount(row.previousBestMinor, currency),
    sale_ends_at: toTime(row.saleEndsAt),
    savings_percentage: savingsPercentage(row.steamMinor, row.bestMinor),
    historical_low: toAmount(row.lowMinor, currency),
    historical_low_store: row.lowStore,
    historical_low_at: toTime(row.lowAt),
    historical_low_since: toTime(row.lowSince),
    previous_low: toAmount(row.previousLowMinor, currency),
    historical_official_low: toAmount(row.officialLowMinor, currency),
    lowest_ever: isLowestEver(row),
    explicit: row.explicit,
    ...(row.everywhere && {
      everywhere_best_price: toAmount(row.everywhere.bestMinor, currency),
      everywhere_best_store: row.everywhere.bestStore,
    }),
  };
}

/** A game with its offers, and the insight from its history if that was read. */
export function toGameDetail(
  game: Game,
  offers: readonly OfferRow[],
  rates: ExchangeRates | null,
  insight: Insight | null = null,
): GameDetail {
  return { ...game, offers: offers.map((offer) => toOffer(offer, game, rates)), insight };
}

function toOffer(row: OfferRow, game: Game, rates: ExchangeRates | null): GameOffer {
  const { currency, priceMinor } = row;
  const converted = priceMinor === null ? null : convert(priceMinor, currency, game.currency, rates);
  return {
    store: row.store,
    currency,
    price: toAmount(priceMinor, currency),
    converted_price: toAmount(converted, game.currency),
    regular_price: toAmount(row.regularMinor, currency),
    link: row.link ?? (row.store === "steam" ? game.steam_link : null),
    activates_in: row.activatesIn,
    in_stock: row.inStock,
    last_seen_at: row.lastSeenAt.toISOString(),
    ends_at: row.endsAt?.toISOString() ?? null,
    was_free_until: row.wasFreeUntil?.toISOString() ?? null,
  };
}

function toTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** Steam's page of a game without a link, which follows from the appid. */
function steamPage({ steamAppid, steamMinor }: GameRow): string | null {
  return steamAppid === null || steamMinor === null ? null : `https://store.steampowered.com/app/${steamAppid}/`;
}

/** Today's best price equals the low, and has been higher before (spec/prices 5.2). */
function isLowestEver({ bestMinor, lowMinor, highestBestMinor }: GameRow): boolean {
  return bestMinor !== null && bestMinor === lowMinor && highestBestMinor !== null && highestBestMinor > lowMinor;
}

/** The game with its id and the requested fields; all of them if none are requested. */
export function toPartialGame(game: Game | GameDetail, fields: readonly GameField[] | undefined): PartialGame {
  if (!fields?.length) return game;
  return { id: game.id, ...Object.fromEntries(fields.map((field) => [field, (game as GameDetail)[field]])) };
}
