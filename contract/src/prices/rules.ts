import type { StoreKey } from "../stores/store-key.ts";

/** The ranges of the price history in days, and the one it opens with (spec/prices 4.4). */
export const historyRanges = [7, 30, 90, 365] as const;
export const defaultHistoryRange = 30;

interface Recorded {
  recorded_at: string;
  origin: StoreKey;
  price: number | null;
}

export interface Trend {
  direction: "up" | "down";
  /** One decimal, always above 0. */
  percentage: number;
}

/**
 * How the price moved: the latest record against the earliest of the same store, which is the store filtered by,
 * else the store of the latest record. `null` when that store has one priced record only, or its price did not move
 * (spec/prices 4.5). `history` ascending by time.
 */
export function priceTrend(history: readonly Recorded[]): Trend | null {
  const priced = history.filter((record) => record.price !== null);
  const latest = priced.at(-1);
  const earliest = priced.find((record) => record.origin === latest?.origin);
  // 0 is a price that one can fall to, but nothing to measure a rise from
  if (typeof latest?.price !== "number" || !earliest?.price) return null;
  const change = ((latest.price - earliest.price) / earliest.price) * 100;
  const percentage = Math.round(Math.abs(change) * 10) / 10;
  return percentage === 0 ? null : { direction: change > 0 ? "up" : "down", percentage };
}

/** What a store asked from `at` on, in minor units; `null` = not sold, or no regular price named. */
export interface PricePoint {
  store: StoreKey;
  at: Date;
  price: number | null;
  regular: number | null;
}

export interface AttainableLow {
  price: number;
  store: StoreKey;
  /** How many separate times the store has asked that price. */
  times: number;
  /** When the time looked at began: at the last rise of the regular price, else with the store's first price. */
  since: Date;
}

/**
 * The lowest price that one may hope for: the lowest above 0 since the store's regular price last rose
 * (spec/prices 5.3). A store that names no regular price, as key shops do, follows Steam's, the list price.
 * Of equal lows that of the first store. `points` ascending by time, `stores` in the order that settles ties.
 */
export function attainableLow(points: readonly PricePoint[], stores: readonly StoreKey[]): AttainableLow | null {
  const listPriceRise = lastRise(points.filter(({ store }) => store === "steam"));
  let lowest: AttainableLow | null = null;
  for (const store of stores) {
    const own = points.filter((point) => point.store === store);
    const rise = own.some(({ regular }) => regular !== null) ? lastRise(own) : listPriceRise;
    const low = lowestSince(own, rise);
    if (low && (!lowest || low.price < lowest.price)) lowest = { ...low, store };
  }
  return lowest;
}

function lastRise(points: readonly PricePoint[]): Date | null {
  let rise: Date | null = null;
  let before: number | null = null;
  for (const { regular, at } of points) {
    if (regular !== null && before !== null && regular > before) rise = at;
    before = regular ?? before;
  }
  return rise;
}

/** The lowest price above 0 of one store from `rise` on, the price in force then included. */
function lowestSince(points: readonly PricePoint[], rise: Date | null): Omit<AttainableLow, "store"> | null {
  const inForce = rise === null ? -1 : points.findLastIndex(({ at }) => at <= rise);
  const looked = points.slice(Math.max(inForce, 0));
  const first = looked.find(({ price }) => price !== null);
  const prices = looked.map(({ price }) => price ?? 0);
  const paid = prices.filter((price) => price > 0);
  if (!first || paid.length === 0) return null;
  const price = paid.reduce((low, other) => Math.min(low, other));
  const times = prices.filter((value, index) => value === price && prices[index - 1] !== price).length;
  return { price, times, since: inForce >= 0 && rise ? rise : first.at };
}
