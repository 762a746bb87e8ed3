import { foldText } from "../core/text.ts";
import type { StoreKey } from "../stores/store-key.ts";

/**
 * The cheapest of the offers, or `null` when none has a price; a tie goes to the first. Stock does not matter
 * (spec/prices 3.1). The prices share a currency and unit.
 */
export function bestOffer<Offer extends { price: number | null }>(
  offers: readonly Offer[],
): (Offer & { price: number }) | null {
  const priced = offers.filter((offer): offer is Offer & { price: number } => offer.price !== null);
  const lowest = Math.min(...priced.map(({ price }) => price));
  return priced.find(({ price }) => price === lowest) ?? null;
}

/** The cheapest offer among those that are not out of stock (spec/prices 3.2). */
export function cheapestInStock<Offer extends { price: number | null; inStock: boolean | null }>(
  offers: readonly Offer[],
): (Offer & { price: number }) | null {
  return bestOffer(offers.filter(({ inStock }) => inStock !== false));
}

/** How far the price is below the store's own regular price, in whole percent; 0 = no discount. */
export function cutOf(price: number | null, regular: number | null): number {
  if (price === null || regular === null || regular <= 0 || price >= regular) return 0;
  return Math.floor(((regular - price) / regular) * 100);
}

/** The badge for a discount on the store's own regular price; `null` for none. */
export function cutBadge(cut: number | undefined): string | null {
  return cut ? `−${cut}%` : null;
}

/**
 * The savings of the best price compared with Steam's, in percent with one decimal.
 * `null` when there are no savings or Steam has no price above 0 (spec/prices 3.3).
 */
export function savingsPercentage(steam: number | null, best: number | null): number | null {
  if (steam === null || best === null || steam <= 0 || best >= steam) return null;
  return Math.round(((steam - best) / steam) * 1000) / 10;
}

/**
 * The text of the discount badge, or `null` for none: only above 0 and when the best store is not Steam
 * (spec/prices 3.3).
 */
export function discountBadge(savings: number | null, bestStore: StoreKey | null): string | null {
  if (savings === null || bestStore === null || bestStore === "steam") return null;
  const rounded = Math.round(savings);
  return rounded > 0 ? `-${rounded}%` : null;
}

/** `1,234,567` as `1.2M`, `15,500` as `15.5K`, `15,000` as `15K` (spec/games 1.4). */
export function formatPlayerCount(count: number | null): string {
  if (count === null) return "N/A";
  // 999,950 and more would be formatted as 1000.0K
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
 * SteamDB's rating: the share of positive reviews, pulled towards one half while there are few of them
 * (spec/games 1.2). `score` is 0 to 10; so is the result, with one decimal. `null` without reviews.
 */
export function ratingFromReviews(score: number, count: number): number | null {
  if (count <= 0) return null;
  const share = score / 10;
  const rating = share - (share - 0.5) * 2 ** -Math.log10(count + 1);
  return Math.round(rating * 100) / 10;
}

/** The individual tags, or genres, of a game's comma-separated string. */
export function splitTags(tags: string | null): string[] {
  return (tags ?? "")
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
}

/** Legal forms that may follow a company's name after a comma, without dots and spaces. */
const companyForms = new Set(
  "inc llc ltd limited corp corporation co coltd gmbh sro sl sa sas srl spa bv ab oy lp ptyltd pteltd".split(" "),
);

/** The individual developers of a game's comma-separated string: "2K Marin, PopCap Games, Inc." names two. */
export function splitDevelopers(developers: string | null): string[] {
  const names: string[] = [];
  for (const part of splitTags(developers)) {
    const isForm = companyForms.has(part.replace(/[. ]/g, "").toLowerCase());
    if (isForm && names.length > 0) names.push(`${names.pop()}, ${part}`);
    else names.push(part);
  }
  return names;
}

/**
 * The key that spellings of one title share: without case, accents, trademark signs, punctuation and spacing.
 * Titles made of signs only keep them, so that their keys differ.
 */
export function titleKey(title: string): string {
  const folded = foldText(title.replace(/[™®©℠]/gu, " "));
  const letters = folded.replace(/[^\p{L}\p{N} ][^\p{L}\p{N}]*| [^\p{L}\p{N}]+/gu, " ").trim();
  return letters || folded;
}

/** The year of an ISO date. */
export function yearOf(date: string | null): number | null {
  return date === null ? null : Number(date.slice(0, 4));
}
