import type { PriceRecord } from "contract/prices/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";

/** From `time` (milliseconds since 1970) on, this price; `null` = not sold. */
export interface Step {
  time: number;
  price: number | null;
}

export interface StoreSteps {
  store: StoreKey;
  steps: Step[];
}

/** The history as steps by store, in the order of `stores`, with the last price extended to `now`. */
export function toStoreSteps(history: readonly PriceRecord[], now: number, stores: readonly StoreKey[]): StoreSteps[] {
  return stores.flatMap((key) => {
    const steps = history
      .filter((record) => record.origin === key)
      .map(({ recorded_at, price }): Step => ({ time: Date.parse(recorded_at), price }));
    const last = steps.at(-1);
    if (!last) return [];
    return [{ store: key, steps: last.time < now ? [...steps, { time: now, price: last.price }] : steps }];
  });
}

/** The cheapest price of several stores as steps; `null` while none of them sells. */
export function cheapestSteps(lines: readonly StoreSteps[]): Step[] {
  const stops = stopsOf(lines);
  const steps: Step[] = [];
  for (const time of stops) {
    const prices = lines.map((line) => priceAt(line.steps, time)).filter((price) => price !== null);
    const price = prices.length === 0 ? null : Math.min(...prices);
    // the last one extends the line
    if (price !== steps.at(-1)?.price || time === stops.at(-1)) steps.push({ time, price });
  }
  return steps;
}

/** The price at a time; also `null` before the first step. */
export function priceAt(steps: readonly Step[], time: number): number | null {
  return steps.findLast((step) => step.time <= time)?.price ?? null;
}

/** Whether the store has a step at or before this time. */
export function isKnownAt(steps: readonly Step[], time: number): boolean {
  return steps.some((step) => step.time <= time);
}

/** The start of the store's only price; `null` when there were several or none. */
export function onlyPrice(steps: readonly Step[]): Step | null {
  const begun = steps.filter(({ price }, index) => price !== null && price !== steps[index - 1]?.price);
  return begun.length === 1 ? begun[0]! : null;
}

/** All times of price changes, ascending and unique: the cursor's stops. */
export function stopsOf(lines: readonly StoreSteps[]): number[] {
  const times = lines.flatMap((line) => line.steps.map((step) => step.time));
  return [...new Set(times)].sort((a, b) => a - b);
}

/** The previous or next stop; `time` when there is none. */
export function nextStop(stops: readonly number[], time: number, direction: -1 | 1): number {
  const next = direction === 1 ? stops.find((stop) => stop > time) : stops.findLast((stop) => stop < time);
  return next ?? time;
}
