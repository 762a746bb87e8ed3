import { unitsPerDollarIn } from "../core/currencies.ts";

/**
 * The lower bounds of the price ranges that facets count, ascending, in the currency's units: each range ends where
 * the next one starts.
 */
export function priceStepsIn(currency: string): number[] {
  return [0, 1, 5, 10, 15, 20, 30, 40, 60].map((dollars) => dollars * unitsPerDollarIn(currency));
}

/** The minimum cuts that filters offer and facets count, in percent. */
export const cutSteps = [10, 25, 50, 75, 90] as const;
