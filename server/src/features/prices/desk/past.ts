import type { StoreKey } from "contract/stores/store-key.ts";
import type { PricePoint } from "../history/commands-history.ts";

/** A store's prices of a game in a market, ascending by time. The order of the stores breaks ties. */
export interface StorePast {
  store: StoreKey;
  isEnabled: boolean;
  points: readonly PricePoint[];
}

/** The values derived from a game's past in a market; money in minor units. */
export interface DerivedPast {
  highestBestMinor: number | null;
  best: { bestChangedAt: Date | null; previousBestMinor: number | null };
  low: {
    lowMinor: number | null;
    lowStore: StoreKey | null;
    lowAt: Date | null;
    lowSince: Date | null;
    previousLowMinor: number | null;
  };
  historySince: Date | null;
}

interface Change extends PricePoint {
  of: StorePast;
  /** The store's position in the order that breaks ties. */
  place: number;
  /** Whether the price differs from the one before. */
  isOtherPrice: boolean;
}

/**
 * Derives the values that lists would show if these prices had been recorded one by one (spec/prices 3.1, 5.1), by the
 * rules of `saveGamePrices`. `counts` returns for a price above 0 whether the store had the game in stock.
 */
export function derivePast(
  stores: readonly StorePast[],
  counts: (store: StoreKey, point: PricePoint) => boolean,
  start: PastStart = { past: nothing(), prices: new Map() },
): DerivedPast {
  const past = { ...start.past };
  const priceOf = new Map(start.prices);
  let best = lowestOf(priceOf);
  for (const [time, changes] of byTime(stores, start.prices)) {
    for (const { of, priceMinor } of changes) {
      if (priceMinor === null || !of.isEnabled) priceOf.delete(of.store);
      else priceOf.set(of.store, priceMinor);
    }
    const now = lowestOf(priceOf);
    if (now !== best) past.best = { bestChangedAt: now === null ? null : new Date(time), previousBestMinor: best };
    best = now;
    if (best !== null) past.highestBestMinor = Math.max(past.highestBestMinor ?? 0, best);
    const periods = changes.filter(
      (change) => change.isOtherPrice && (change.priceMinor ?? 0) > 0 && counts(change.of.store, change),
    );
    takePeriods(past, periods);
  }
  return past;
}

const lowestOf = (prices: ReadonlyMap<StoreKey, number>) => (prices.size === 0 ? null : Math.min(...prices.values()));

/** What was known before the first point, with the prices of the stores that count. */
export interface PastStart {
  past: DerivedPast;
  prices: ReadonlyMap<StoreKey, number>;
}

export function nothing(): DerivedPast {
  return {
    highestBestMinor: null,
    best: { bestChangedAt: null, previousBestMinor: null },
    low: { lowMinor: null, lowStore: null, lowAt: null, lowSince: null, previousLowMinor: null },
    historySince: null,
  };
}

/** Groups changes at the same time, which take effect together. */
function byTime(stores: readonly StorePast[], startPrices: ReadonlyMap<StoreKey, number>): [number, Change[]][] {
  const changes = stores.flatMap((of, place) =>
    of.points.map((point, index) => ({
      ...point,
      of,
      place,
      isOtherPrice: point.priceMinor !== (index === 0 ? startPrices.get(of.store) : of.points[index - 1]!.priceMinor),
    })),
  );
  return [...Map.groupBy(changes, ({ at }) => at.getTime())].sort(([a], [b]) => a - b);
}

function takePeriods(past: DerivedPast, periods: readonly Change[]): void {
  const [lowest] = periods.toSorted((a, b) => a.priceMinor! - b.priceMinor! || a.place - b.place);
  if (!lowest) return;
  const { at, of } = lowest;
  const price = lowest.priceMinor!;
  const before = past.low.lowMinor;
  past.historySince ??= at;
  if (before !== null && price > before) return;
  const reached = { lowMinor: price, lowStore: of.store, lowAt: at };
  if (price === before) past.low = { ...past.low, ...reached };
  else past.low = { ...reached, lowSince: at, previousLowMinor: before };
}
