import { dealScore } from "contract/games/deal-score.ts";
import type { DealSection } from "contract/games/deals.ts";
import { newDays } from "contract/games/filters.ts";
import { type Bits, slotsOf } from "./bits.ts";
import type { GameIndex } from "./game-index.ts";
import type { ShownPrices } from "./market-index.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** The source of sections. */
export interface DealSource {
  index: GameIndex;
  prices: ShownPrices;
  /** In ms since 1970. */
  now: number;
}

/**
 * The games of a section among those that pass, in its order (spec/deals 2). Computed from the current prices each
 * time, since deals begin and end without a change of data.
 */
export function listSection(section: DealSection, source: DealSource, passing: Bits): Uint32Array {
  const rankOf = ranks[section];
  const slots = slotsOf(passing);
  const size = source.index.titles.length;
  const keys = new Float64Array(slots.length);
  let found = 0;
  for (let n = 0; n < slots.length; n++) {
    const slot = slots[n]!;
    const rank = rankOf(source, slot);
    // one number holds rank and slot, since sorting numbers is faster than calling a comparator
    if (rank !== null) keys[found++] = rank * size + slot;
  }
  return Uint32Array.from(keys.subarray(0, found).sort(), (key) => key % size);
}

/** The rank of a game in each section, an integer: lowest first, ties by id. `null` = it is not in the section. */
const ranks: Record<DealSection, (source: DealSource, slot: number) => number | null> = {
  best(source, slot) {
    const score = isDeal(source, slot) ? scoreOf(source, slot) : null;
    return score === null ? null : 1_000 - Math.round(score * 10);
  },
  lows(source, slot) {
    return isNewLow(source, slot) ? secondsBetween(source.prices.columns.low_since[slot]!, source.now) : null;
  },
  cuts({ prices }, slot) {
    const cut = prices.columns.cut[slot]!;
    return cut >= 1 ? 100 - cut : null;
  },
  dropped(source, slot) {
    const { lowest_price: price, previous_price: previous, price_changed: changed } = source.prices.columns;
    const isDropped = changed[slot]! > source.now - dayMs && price[slot]! < previous[slot]! && isDeal(source, slot);
    return isDropped ? secondsBetween(changed[slot]!, source.now) : null;
  },
  ending(source, slot) {
    const { lowest_price: price, sale_ends: ends } = source.prices.columns;
    const isEnding = ends[slot]! > source.now && (price[slot] === 0 || isDeal(source, slot));
    return isEnding ? secondsBetween(source.now, ends[slot]!) : null;
  },
};

const secondsBetween = (from: number, to: number) => Math.max(0, Math.floor((to - from) / 1_000));

/** The score of the game's price; `null` with too little history (decision 039). */
export function scoreOf({ index, prices, now }: DealSource, slot: number): number | null {
  const { rating, player_count: players, review_count: reviews } = index.columns;
  const { lowest_price: best, regular_price: regular, low, history_since: since } = prices.columns;
  const read = (column: Float64Array) => (Number.isNaN(column[slot]) ? null : column[slot]!);
  return dealScore(
    {
      best: best[slot]!,
      regular: read(regular),
      low: read(low),
      rating: read(rating),
      players: read(players),
      reviews: read(reviews),
      historySince: read(since),
    },
    now,
  );
}

/** Whether the price is at least a percent below the regular one, or a new low. */
function isDeal(source: DealSource, slot: number): boolean {
  return source.prices.columns.cut[slot]! >= 1 || isNewLow(source, slot);
}

/** Whether the price first reached this low recently and was higher before; giveaways are not lows. */
function isNewLow({ prices, now }: DealSource, slot: number): boolean {
  const { lowest_price: price, low, low_since: since, highest } = prices.columns;
  const isLow = price[slot]! > 0 && price[slot]! <= low[slot]! && highest[slot]! > low[slot]!;
  return isLow && since[slot]! > now - newDays * dayMs;
}
