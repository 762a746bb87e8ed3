import type { PricePoint } from "contract/prices/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { bestPrices } from "./best-price.ts";

const windowMs = 30 * 24 * 60 * 60 * 1000;

export interface LowestBefore {
  price: number;
  store: StoreKey;
}

/**
 * The lowest price above 0 of official stores in the 30 days before the current best price of the shown stores began
 * (spec/prices 5.4), as announced reductions in the EU must state it; `null` if there was none. `points` are all points
 * of the game up to `now`, ascending; the order of the stores breaks ties.
 */
export function lowestBefore(
  points: readonly PricePoint[],
  { shown, official, now }: { shown: readonly StoreKey[]; official: readonly StoreKey[]; now: Date },
): LowestBefore | null {
  const begin = beginningOf(points, shown, now.getTime());
  if (begin === null) return null;
  let lowest: LowestBefore | null = null;
  for (const store of official) {
    for (const { price } of bestPrices(points, [store], { from: begin - windowMs, to: begin })) {
      if (price > 0 && (lowest === null || price < lowest.price)) lowest = { price, store };
    }
  }
  return lowest;
}

/** When the current best price began, in ms since 1970; `null` = the game is not sold. */
function beginningOf(points: readonly PricePoint[], stores: readonly StoreKey[], now: number): number | null {
  const periods = bestPrices(points, stores, { from: 0, to: now });
  const current = periods.at(-1);
  if (current?.to !== now) return null;
  let begin = current.from;
  for (const period of periods.toReversed()) {
    if (period.to < begin || period.price !== current.price) break;
    begin = period.from;
  }
  return begin;
}
