import type { PriceRecord } from "contract/prices/schema.ts";
import { type StoreKey, stores } from "contract/stores.ts";

/** From `time` (milliseconds since 1970) on, this price; `null` = not sold. */
export interface Step {
  time: number;
  price: number | null;
}

export interface StoreSteps {
  store: StoreKey;
  steps: Step[];
}

/** The history as one run of steps for each store, in the order in which pages show stores, the last price carried to `now`. */
export function toStoreSteps(history: readonly PriceRecord[], now: number): StoreSteps[] {
  return stores.flatMap(({ key }) => {
    const steps = history
      .filter((record) => record.origin === key)
      .map(({ recorded_at, price }): Step => ({ time: Date.parse(recorded_at), price }));
    const last = steps.at(-1);
    if (!last) return [];
    return [{ store: key, steps: last.time < now ? [...steps, { time: now, price: last.price }] : steps }];
  });
}

/** The price in force at a time; `null` before the first step too. */
export function priceAt(steps: readonly Step[], time: number): number | null {
  return steps.findLast((step) => step.time <= time)?.price ?? null;
}

/** Whether anything is known of the store at a time: nothing is before its first step. */
export function isKnownAt(steps: readonly Step[], time: number): boolean {
  return steps.some((step) => step.time <= time);
}

/** The beginning of the only price that the store has asked; `null` when there were several, or none. */
export function onlyPrice(steps: readonly Step[]): Step | null {
  const begun = steps.filter(({ price }, index) => price !== null && price !== steps[index - 1]?.price);
  return begun.length === 1 ? begun[0]! : null;
}

/** Every time at which some price changes, ascending, each once: where the cursor stops. */
export function stopsOf(lines: readonly StoreSteps[]): number[] {
  const times = lines.flatMap((line) => line.steps.map((step) => step.time));
  return [...new Set(times)].sort((a, b) => a - b);
}

/** The stop before or after a time; the outermost one when there is no other. */
export function nextStop(stops: readonly number[], time: number, direction: -1 | 1): number {
  const next = direction === 1 ? stops.find((stop) => stop > time) : stops.findLast((stop) => stop < time);
  return next ?? time;
}
