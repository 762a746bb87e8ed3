import type { PricePoint } from "contract/prices/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";

/** A time range with a constant best price of a game. Times in ms since 1970, money in minor units. */
export interface Period {
  from: number;
  to: number;
  price: number;
  /** The regular price of that store; `null` = not stated. */
  regular: number | null;
}

/**
 * The best price of a game over a window, as consecutive periods, with gaps while it was not sold. Of equal prices the
 * first store's counts. `points` ascend by time; the order of `stores` breaks ties.
 */
export function bestPrices(
  points: readonly PricePoint[],
  stores: readonly StoreKey[],
  { from, to }: { from: number; to: number },
): Period[] {
  const current = new Map<StoreKey, PricePoint>();
  const periods: Period[] = [];
  for (const [n, point] of points.entries()) {
    if (stores.includes(point.store)) current.set(point.store, point);
    const begin = Math.max(point.at.getTime(), from);
    const end = Math.min(points[n + 1]?.at.getTime() ?? to, to);
    // empty if the next point has the same time, or is before the window
    if (end > begin) extend(periods, begin, end, bestOf(current, stores));
  }
  return periods;
}

function bestOf(current: ReadonlyMap<StoreKey, PricePoint>, stores: readonly StoreKey[]): PricePoint | null {
  let best: PricePoint | null = null;
  for (const store of stores) {
    const point = current.get(store);
    if (!point || point.price === null) continue;
    if (best === null || point.price < best.price!) best = point;
  }
  return best;
}

function extend(periods: Period[], from: number, to: number, best: PricePoint | null): void {
  if (best === null || best.price === null) return;
  const last = periods.at(-1);
  const { price, regular } = best;
  if (last && last.to === from && last.price === price && last.regular === regular) last.to = to;
  else periods.push({ from, to, price, regular });
}
