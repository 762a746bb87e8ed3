import type { StoreKey } from "../stores/store-key.ts";

/** The longest range of the price history in days, longer than anything recorded. */
export const wholeHistory = 3_650;

/** The ranges of the price history in days, and the default (spec/prices 4.4). */
export const historyRanges = [7, 30, 90, 365] as const;
export const defaultHistoryRange = 30;

/** In how many days the next sale may start: forecasts state a chance for each (spec/prices 10). */
export const forecastDays = [30, 60, 90] as const;
export type ForecastDays = (typeof forecastDays)[number];

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
 * The price trend: the latest record compared with the earliest of the same store, which is the filtered store, else
 * the store of the latest record. `null` if that store has only one priced record, or its price did not change
 * (spec/prices 4.5). `history` ascending by time.
 */
export function priceTrend(history: readonly Recorded[]): Trend | null {
  const priced = history.filter((record) => record.price !== null);
  const latest = priced.at(-1);
  const earliest = priced.find((record) => record.origin === latest?.origin);
  // a price can fall to 0, but a rise from 0 has no percentage
  if (typeof latest?.price !== "number" || !earliest?.price) return null;
  const change = ((latest.price - earliest.price) / earliest.price) * 100;
  const percentage = Math.round(Math.abs(change) * 10) / 10;
  return percentage === 0 ? null : { direction: change > 0 ? "up" : "down", percentage };
}

/** In how many separate periods the best price was at this price or below; `history` ascending by time. */
export function timesAtOrBelow(history: readonly Recorded[], target: number): number {
  const prices = new Map<string, number>();
  let times = 0;
  let isThere = false;
  for (const [index, { origin, price, recorded_at: at }] of history.entries()) {
    if (price === null) prices.delete(origin);
    else prices.set(origin, price);
    // records of one moment are one change
    if (history[index + 1]?.recorded_at === at) continue;
    const wasThere = isThere;
    isThere = Math.min(...prices.values()) <= target;
    if (isThere && !wasThere) times++;
  }
  return times;
}

/** A store's price from `at` on, in minor units; `null` = not sold, or no regular price stated. */
export interface PricePoint {
  store: StoreKey;
  at: Date;
  price: number | null;
  regular: number | null;
}

export interface AttainableLow {
  price: number;
  store: StoreKey;
  /** How many separate periods had that price. */
  times: number;
  /** The start of the period considered: the last rise of the regular price, else the store's first price. */
  since: Date;
}

/** A regular price that rises by a larger factor in the reading that starts a sale does not count (spec/prices 2.2). */
export const maxRegularRise = 1.6;

/**
 * The lowest attainable price: the lowest above 0 since the store's regular price last rose (spec/prices 5.3). For a
 * store without regular prices, such as a key shop, Steam's list price is used instead.
 * The first store wins ties. `points` ascending by time, `stores` in tie-breaking order.
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
  let wasOnSale = false;
  for (const { price, regular, at } of points) {
    if (regular === null) continue;
    const isOnSale = price !== null && price < regular;
    // until it is seen without the sale that it began with
    if (before !== null && isOnSale && !wasOnSale && regular > before * maxRegularRise) continue;
    if (before !== null && regular > before) rise = at;
    before = regular;
    wasOnSale = isOnSale;
  }
  return rise;
}

/** The lowest price above 0 of one store since `rise`, including the price in force then. */
function lowestSince(points: readonly PricePoint[], rise: Date | null): Omit<AttainableLow, "store"> | null {
  const inForce = rise === null ? -1 : points.findLastIndex(({ at }) => at <= rise);
  const considered = points.slice(Math.max(inForce, 0));
  const first = considered.find(({ price }) => price !== null);
  const prices = considered.map(({ price }) => price ?? 0);
  const nonZero = prices.filter((price) => price > 0);
  if (!first || nonZero.length === 0) return null;
  const price = nonZero.reduce((low, other) => Math.min(low, other));
  const times = prices.filter((other, index) => other === price && prices[index - 1] !== price).length;
  return { price, times, since: inForce >= 0 && rise ? rise : first.at };
}
