import { newDays } from "contract/games/filters.ts";
import { isLowestEver } from "contract/games/rules.ts";
import type { ShownPrices } from "./market-index.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Whether the game in the slot has its lowest price ever (spec/prices 5.2). `now` in ms since 1970. */
export function isAtLow({ columns }: ShownPrices, slot: number, now: number): boolean {
  const read = (column: Float64Array) => (Number.isNaN(column[slot]) ? null : column[slot]!);
  const { lowest_price: best, cut, kind_low: low, kind_high: high, kind_since: since } = columns;
  return isLowestEver(
    { best: read(best), cut: read(cut) ?? 0, low: read(low), high: read(high), since: read(since) },
    now,
  );
}

/** Whether that low was first reached lately, and not by a store that was first seen within a day (spec/deals 2). */
export function isNewLow(prices: ShownPrices, slot: number, now: number): boolean {
  const { kind_low_since: reached, best_since: seen } = prices.columns;
  return (
    reached[slot]! > now - newDays * dayMs && seen[slot]! <= now - dayMs && isAtLow(prices, slot, now)
  );
}
