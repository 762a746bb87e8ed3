import { decimalsOf } from "../core/currencies.ts";
import type { ExchangeRates } from "./schema.ts";

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
