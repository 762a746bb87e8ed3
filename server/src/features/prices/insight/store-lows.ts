import type { PricePoint } from "contract/prices/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";

export interface StoreLow {
  store: StoreKey;
  price: number;
  /** When the latest period at that price began. */
  at: Date;
}

/**
 * The lowest price above 0 of each store, cheapest first; equal ones in the order of `stores`. `points` ascend by time.
 */
export function lowsByStore(points: readonly PricePoint[], stores: readonly StoreKey[]): StoreLow[] {
  const lows = new Map<StoreKey, StoreLow>();
  const before = new Map<StoreKey, number | null>();
  for (const { store, price, at } of points) {
    const low = lows.get(store);
    // a changed regular price alone does not begin a period
    const begins = before.get(store) !== price;
    before.set(store, price);
    if (price === null || price === 0 || !begins) continue;
    if (!low || price <= low.price) lows.set(store, { store, price, at });
  }
  return stores.flatMap((store) => lows.get(store) ?? []).sort((a, b) => a.price - b.price);
}
