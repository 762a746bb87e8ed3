import { foldText } from "../core/text.ts";
import { english, type Language } from "../languages/language.ts";
import type { StoreKey } from "../stores/store-key.ts";

/** For how many days a low counts as new, and a release as recent. */
export const newDays = 14;

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

/** What a price is compared with, and the store that asks it. */
interface Reference {
  price: number;
  store: StoreKey;
}

/** The prices that decide about the reference, in one currency and unit; `null` = not known. */
interface ReferenceInputs {
  store: StoreKey | null;
  /** The regular price of the offer itself. */
  regular: number | null;
  /** Steam's regular price and its price in the same market. */
  steamRegular: number | null;
  steam: number | null;
}

/**
 * What an offer is compared with (spec/prices 3.4): its own regular price, otherwise Steam's regular price, otherwise
 * Steam's price; `null` if none is known.
 */
export function referenceOf({ store, regular, steamRegular, steam }: ReferenceInputs): Reference | null {
  if (store === null) return null;
  if (regular !== null) return { price: regular, store };
  const price = steamRegular ?? steam;
  return price === null ? null : { price, store: "steam" };
}

/** Whether the reference is Steam's price, and Steam is not the store itself. */
export function isSteamReference(game: {
  best_store?: StoreKey | null | undefined;
  reference_store?: StoreKey | null | undefined;
}): boolean {
  return game.reference_store === "steam" && game.best_store !== "steam";
}

/**
 * How far the price is below its reference, in whole percent: the only discount that is shown, sorted, filtered and
 * counted (spec/prices 3.4). 0 without a reference, or if the price is not below it. Both in minor units.
 */
export function cutOf(price: number | null, reference: number | null): number {
  if (price === null || reference === null || reference <= 0 || price >= reference) return 0;
  // whole numbers up to here, so that one half is rounded up exactly
  return Math.round(((reference - price) * 100) / reference);
}

/** The badge of a discount, with a minus sign; `null` for none. */
export function cutBadge(cut: number | undefined, language: Language = english): string | null {
  return cut ? language.discount(cut) : null;
}

/**
 * The savings of the best price compared with Steam's, in percent with one decimal.
 * `null` when there are no savings or Steam has no price above 0 (spec/prices 3.3).
 */
export function savingsPercentage(steam: number | null, best: number | null): number | null {
  if (steam === null || best === null || steam <= 0 || best >= steam) return null;
  return Math.round(((steam - best) * 1000) / steam) / 10;
}

/** How long stores of a kind must have sold a game before a low of theirs means anything. */
export const minLowDays = 30;

/** The best price and the past of the stores of its kind; money in minor units, times in ms since 1970. */
interface LowInputs {
  best: number | null;
  cut: number;
  /** The lowest and the highest price of these stores. */
  low: number | null;
  high: number | null;
  /** When the first of them began to sell the game. */
  since: number | null;
}

/**
 * Whether the best price is the lowest of all times for its kind of store: reduced, as low as never before, and with
 * enough history to say so (spec/prices 5.2). Giveaways are no lows.
 */
export function isLowestEver({ best, cut, low, high, since }: LowInputs, now: number): boolean {
  if (best === null || best === 0 || cut === 0 || low === null || high === null || since === null) return false;
  return best === low && high > low && since <= now - minLowDays * 24 * 60 * 60 * 1000;
}

/** The badges of a game at its low; the last part of the keys of their texts. */
type LowBadge = "lowest" | "lowest_official" | "lowest_keyshop" | "ties_low";

/** The parts of a game, as the API returns it, that decide about its badge. */
export interface LowGame {
  best_price?: number | null | undefined;
  historical_low?: number | null | undefined;
  lowest_ever?: boolean | undefined;
  low_kind?: "official" | "keyshop" | null | undefined;
  ties_low?: boolean | undefined;
}

/**
 * The badge of a game at its low, `null` = none (spec/prices 5.2). An official price is only called the lowest ever if
 * no key shop was cheaper.
 */
export function lowBadge({ best_price: best, historical_low: low, ...game }: LowGame): LowBadge | null {
  if (!game.lowest_ever) return null;
  if (game.ties_low) return "ties_low";
  if (game.low_kind === "keyshop") return "lowest_keyshop";
  return best === low ? "lowest" : "lowest_official";
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
