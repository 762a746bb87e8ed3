import { decimalsOf } from "../core/currencies.ts";
import type { ExchangeRates } from "./schema.ts";

/** A price in whole minor units of its currency; `null` = not sold. */
export interface Money {
  minor: number | null;
  currency: string;
}

/**
 * Converts an amount to another currency, in whole minor units of each, rounded half up; `null` if either has no rate.
 * Only for display and ranking, never for lows, history or alerts.
 */
export function convert(minor: number, from: string, to: string, rates: ExchangeRates | null): number | null {
  if (from === to) return minor;
  const [rateFrom, rateTo] = [rateOf(from, rates), rateOf(to, rates)];
  if (rateFrom === null || rateTo === null) return null;
  const exact = (minor / rateFrom) * rateTo * 10 ** (decimalsOf(to) - decimalsOf(from));
  // 100 * 1.005 is 100.4999…: remove the binary rounding error before rounding
  return Math.round(Number(exact.toPrecision(14)));
}

/** Units per euro. */
function rateOf(currency: string, rates: ExchangeRates | null): number | null {
  if (!rates) return null;
  if (currency === "EUR") return 1;
  return Object.hasOwn(rates.rates, currency) ? rates.rates[currency]! : null;
}

/**
 * A comparator of prices for a market with the currency `to`: convertible prices first, cheapest first; then other
 * currencies, each by itself; then offers that are not sold.
 */
export function compareConverted(to: string, rates: ExchangeRates | null): (one: Money, other: Money) => number {
  const rank = ({ minor, currency }: Money) => {
    const converted = minor === null ? null : convert(minor, currency, to, rates);
    if (converted !== null) return { group: 0, currency: to, amount: converted };
    return minor === null ? { group: 2, currency: "", amount: 0 } : { group: 1, currency, amount: minor };
  };
  return (one, other) => {
    const [first, second] = [rank(one), rank(other)];
    if (first.group !== second.group) return first.group - second.group;
    if (first.currency !== second.currency) return first.currency < second.currency ? -1 : 1;
    return first.amount - second.amount;
  };
}
