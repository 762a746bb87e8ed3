import { dealScore } from "contract/games/deal-score.ts";
import type { DealSection } from "contract/games/deals.ts";
import { type Bits, slotsOf } from "./bits.ts";
import type { IndexedGames } from "./indexed-games.ts";
import { changeAt, cutAt, historySinceAt, type Layout, lowAt, newLowSince, priceAt, saleEndAt } from "./layout.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** The source of sections. */
export interface DealSource {
  index: IndexedGames;
  layout: Layout;
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
  lows({ layout: { book, chosen, best }, now }, slot) {
    const reached = newLowSince(book, chosen, slot, best[slot]!, now);
    if (Number.isNaN(reached)) return null;
    return latestFirst(reached) + (chosen.kinds[book.offers.store[best[slot]!]!] === 2 ? 0 : keyShopsLater);
  },
  cuts({ layout }, slot) {
    const cut = cutAt(layout, slot);
    return cut >= 1 ? 100 - cut : null;
  },
  dropped(source, slot) {
    const { at, fell } = changeAt(source.layout, slot);
    return fell && at > source.now - dayMs && isDeal(source, slot) ? latestFirst(at) : null;
  },
  ending(source, slot) {
    const end = saleEndAt(source.layout, slot);
    const isEnding = end > source.now && (priceAt(source.layout, slot) === 0 || isDeal(source, slot));
    return isEnding ? end / 1_000 : null;
  },
};

const latestFirst = (time: number) => -Math.floor(time / 1_000);

/** More seconds than new lows can be apart. */
const keyShopsLater = 2 ** 21;

/** The score of the game's price; `null` with too little history (decision 039). */
export function scoreOf({ index, layout, now }: DealSource, slot: number): number | null {
  const { rating, player_count: players, review_count: reviews } = index.columns;
  const orNull = (value: number) => (Number.isNaN(value) ? null : value);
  return dealScore(
    {
      best: priceAt(layout, slot),
      cut: cutAt(layout, slot) || 0,
      low: orNull(lowAt(layout.book, layout.chosen, slot)),
      rating: orNull(rating[slot]!),
      players: orNull(players[slot]!),
      reviews: orNull(reviews[slot]!),
      historySince: orNull(historySinceAt(layout, slot)),
    },
    now,
  );
}

/** Whether there is a discount; a low without one is none. */
function isDeal({ layout }: DealSource, slot: number): boolean {
  return cutAt(layout, slot) >= 1;
}
