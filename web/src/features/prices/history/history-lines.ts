import type { PriceRecord } from "contract/prices/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";

/** The most lines with which a chart is readable. */
export const maxLines = 8;

/** The stores of a history, in the order of their first records. */
export function storesIn(history: readonly PriceRecord[]): StoreKey[] {
  return [...new Set(history.map(({ origin }) => origin))];
}

/** The stores drawn by default: those with the lowest prices today, then those with the lowest past prices. */
export function cheapestStores(history: readonly PriceRecord[], count = maxLines): StoreKey[] {
  const ranked = [...Map.groupBy(history, ({ origin }) => origin)].map(([store, records]) => ({
    store,
    today: records.at(-1)?.price ?? Number.POSITIVE_INFINITY,
    low: lowestOf(records)?.price ?? Number.POSITIVE_INFINITY,
  }));
  // the difference of infinities is NaN
  const compare = (a: number, b: number) => (a === b ? 0 : a - b);
  return ranked
    .sort((a, b) => compare(a.today, b.today) || compare(a.low, b.low))
    .slice(0, count)
    .map(({ store }) => store);
}

export interface StoreLow {
  store: StoreKey;
  price: number;
  recorded_at: string;
}

/** The lowest price of each store and when it first had it, cheapest first. */
export function lowsOf(history: readonly PriceRecord[]): StoreLow[] {
  return [...Map.groupBy(history, ({ origin }) => origin)]
    .flatMap(([store, records]) => {
      const low = lowestOf(records);
      return low ? [{ store, ...low }] : [];
    })
    .sort((a, b) => a.price - b.price);
}

function lowestOf(records: readonly PriceRecord[]): { price: number; recorded_at: string } | null {
  let lowest: { price: number; recorded_at: string } | null = null;
  for (const { price, recorded_at } of records) {
    if (price !== null && (lowest === null || price < lowest.price)) lowest = { price, recorded_at };
  }
  return lowest;
}
