/** The input of a deal's score. Prices in minor units of one currency, times in ms since 1970; `null` = unknown. */
export interface ScoredDeal {
  best: number;
  /** The discount in whole percent. */
  cut: number;
  /** The historical low. */
  low: number | null;
  /** 0 to 10. */
  rating: number | null;
  players: number | null;
  reviews: number | null;
  /** When the game's price history starts. */
  historySince: number | null;
}

/** The weight of each part; they add up to 100. */
export const dealWeights = { discount: 45, low: 25, rating: 20, popularity: 10 } as const;
type DealPart = keyof typeof dealWeights;

/** With less history a low means little, and a regular price may be fictitious. */
export const minScoredDays = 14;

const dayMs = 24 * 60 * 60 * 1000;

/** Popularity is capped at this many players, or at 100 times as many reviews. */
const maxPlayers = 100_000;
const reviewsPerPlayer = 100;

/** Each part of the score from 0 to 1; unknown values count as 0. */
export function dealParts(deal: ScoredDeal): Record<DealPart, number> {
  const { best, cut, low, rating, players, reviews } = deal;
  const crowd = (players ?? 0) + (reviews ?? 0) / reviewsPerPlayer;
  return {
    discount: best === 0 ? 1 : cut / 100,
    low: best === 0 ? 1 : low !== null ? Math.min(1, low / best) : 0,
    rating: (rating ?? 0) / 10,
    popularity: Math.min(1, Math.log10(1 + crowd) / Math.log10(1 + maxPlayers)),
  };
}

/**
 * How good a deal is, from 0 to 100 with one decimal (decision 039); `null` with less than two weeks of history.
 * `now` in ms since 1970.
 */
export function dealScore(deal: ScoredDeal, now: number): number | null {
  if (deal.historySince === null || now - deal.historySince < minScoredDays * dayMs) return null;
  const parts = dealParts(deal);
  const { discount, low, rating, popularity } = dealWeights;
  const score = discount * parts.discount + low * parts.low + rating * parts.rating + popularity * parts.popularity;
  return Math.round(score * 10) / 10;
}
