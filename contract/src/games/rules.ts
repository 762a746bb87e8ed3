import { foldText } from "../core/text.ts";
import { type StoreKey, storeKeys } from "../stores.ts";

/** A price for each store; the unit does not matter as long as it is one. `null` = not sold there. */
export type StorePrices = Record<StoreKey, number | null>;

export interface BestPrice {
  price: number;
  store: StoreKey;
}

/**
 * The lowest price over the stores; a tie goes to steam, then gog, cdkeys, other. Stock does not matter (spec/prices
 * 3.1).
 */
export function bestPrice(prices: StorePrices): BestPrice | null {
  let best: BestPrice | null = null;
  for (const store of storeKeys) {
    const price = prices[store];
    if (price !== null && (best === null || price < best.price)) best = { price, store };
  }
  return best;
}

/**
 * The best price among the stores that can deliver: CDKeys counts only when it is not out of stock (spec/prices 3.2).
 */
export function cheapestInStock(prices: StorePrices, cdkeysStock: boolean | null): BestPrice | null {
  return bestPrice(cdkeysStock === false ? { ...prices, cdkeys: null } : prices);
}

/**
 * What the best price saves against Steam's, in percent with one decimal.
 * `null` when there is nothing to save or Steam has no price above 0 (spec/prices 3.3).
 */
export function savingsPercentage(steam: number | null, best: number | null): number | null {
  if (steam === null || best === null || steam <= 0 || best >= steam) return null;
  return Math.round(((steam - best) / steam) * 1000) / 10;
}

/**
 * The text of the discount badge, or `null` for none: only above 0 and when the best store is not Steam (spec/prices
 * 3.3).
 */
export function discountBadge(savings: number | null, bestStore: StoreKey | null): string | null {
  if (savings === null || bestStore === null || bestStore === "steam") return null;
  const rounded = Math.round(savings);
  return rounded > 0 ? `-${rounded}%` : null;
}

/** `1,234,567` as `1.2M`, `15,500` as `15.5K`, `15,000` as `15K` (spec/games 1.4). */
export function formatPlayerCount(count: number | null): string {
  if (count === null) return "N/A";
  // 999,950 and more would read 1000.0K
  if (count >= 999_950) return `${(count / 1_000_000).toFixed(1)}M`;
  if (count >= 1_000) return `${(count / 1_000).toFixed(1).replace(/\.0$/, "")}K`;
  return String(count);
}

export type RatingLevel = "great" | "good" | "fair" | "poor";

/** 9 and above green, 8 and above yellow, 7 and above orange, else red (spec/games 1.4). */
export function ratingLevel(rating: number): RatingLevel {
  if (rating >= 9) return "great";
  if (rating >= 8) return "good";
  return rating >= 7 ? "fair" : "poor";
}

/**
 * SteamDB's rating: the share of good reviews, drawn towards one half while there are few of them
 * (spec/games 1.2). `score` is 0 to 10; the answer too, with one decimal. No reviews, no rating.
 */
export function ratingFromReviews(score: number, count: number): number | null {
  if (count <= 0) return null;
  const share = score / 10;
  const rating = share - (share - 0.5) * 2 ** -Math.log10(count + 1);
  return Math.round(rating * 100) / 10;
}

const explicitTags = new Set(["sexual content", "nudity", "nsfw", "hentai"]);

/** Whether the tags name explicit content (spec/games 1.3). */
export function isExplicit(tags: string | null): boolean {
  return splitTags(tags).some((tag) => explicitTags.has(tag.toLowerCase()));
}

/** The single tags of the one string that a game carries. */
export function splitTags(tags: string | null): string[] {
  return (tags ?? "")
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
}

/**
 * What two spellings of one title share: case, accents, trademark signs, punctuation and spacing fall away.
 * Titles of signs only keep them, so that they do not all become one.
 */
export function titleKey(title: string): string {
  const folded = foldText(title.replace(/[™®©℠]/gu, " "));
  const letters = folded.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return letters || folded;
}

/** The year of an ISO date. */
export function yearOf(date: string | null): number | null {
  return date === null ? null : Number(date.slice(0, 4));
}
