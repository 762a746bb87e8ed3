import { dealScore } from "contract/games/deal-score.ts";
import type { DealSection } from "contract/games/deals.ts";
import { type Bits, slotsOf } from "./bits.ts";
import type { IndexedGames } from "./indexed-games.ts";
import { isNewLow, type ShownPrices } from "./market-index.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** The source of sections. */
export interface DealSource {
  index: IndexedGames;
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
  const found: number[] = [];
  const keys = new Float64Array(slots.length);
  let first = Number.POSITIVE_INFINITY;
  for (let n = 0; n < slots.length; n++) {
    const rank = rankOf(source, slots[n]!);
    if (rank === null) continue;
    first = Math.min(first, rank);
    keys[found.length] = rank;
    found.push(slots[n]!);
  }
  // one number holds rank and slot, since sorting numbers is faster than calling a comparator
  for (let n = 0; n < found.length; n++) keys[n] = (keys[n]! - first) * size + found[n]!;
  return Uint32Array.from(keys.subarray(0, found.length).sort(), (key) => key % size);
}

/**
 * The rank of a game in each section, an integer that does not depend on the time of the request, so that pages fit
 * together: lowest first, ties by id. `null` = it is not in the section.
 */
const ranks: Record<DealSection, (source: DealSource, slot: number) => number | null> = {
  best(source, slot) {
    const score = isDeal(source, slot) ? scoreOf(source, slot) : null;
    return score === null ? null : 1_000 - Math.round(score * 10);
  },
  lows({ prices, now }, slot) {
    if (!isNewLow(prices, slot, now)) return null;
    const { kind_low_since: reached, lowest_price: price, official_price: official } = prices.columns;
    return latestFirst(reached[slot]!) + (price[slot] === official[slot] ? 0 : keyShopsLater);
  },
  cuts({ prices }, slot) {
    const cut = prices.columns.cut[slot]!;
    return cut >= 1 ? 100 - cut : null;
  },
  dropped(source, slot) {
    const { lowest_price: price, previous_price: previous, price_changed: changed } = source.prices.columns;
    const isDropped = changed[slot]! > source.now - dayMs && price[slot]! < previous[slot]! && isDeal(source, slot);
    return isDropped ? latestFirst(changed[slot]!) : null;
  },
  ending(source, slot) {
    const { lowest_price: price, sale_ends: ends } = source.prices.columns;
    const isEnding = ends[slot]! > source.now && (price[slot] === 0 || isDeal(source, slot));
    return isEnding ? Math.floor(ends[slot]! / 1_000) : null;
  },
};

const latestFirst = (time: number) => -Math.floor(time / 1_000);

/** More seconds than new lows can be apart. */
const keyShopsLater = 2 ** 21;

/** The score of the game's price; `null` with too little history (decision 039). */
export function scoreOf({ index, prices, now }: DealSource, slot: number): number | null {
  const { rating, player_count: players, review_count: reviews } = index.columns;
  const { lowest_price: best, cut, low, history_since: since } = prices.columns;
  const read = (column: Float64Array) => (Number.isNaN(column[slot]) ? null : column[slot]!);
  return dealScore(
    {
      best: best[slot]!,
      cut: read(cut) ?? 0,
      low: read(low),
      rating: read(rating),
      players: read(players),
      reviews: read(reviews),
      historySince: read(since),
    },
    now,
  );
}

/** Whether there is a discount; a low without one is none. */
function isDeal({ prices }: DealSource, slot: number): boolean {
  return prices.columns.cut[slot]! >= 1;
}
