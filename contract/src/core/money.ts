import { decimalsOf, highestPriceIn } from "./currencies.ts";

/** The currency of the United States, every site's first market. */
export const usDollar = "USD";

/** Minor units, such as cents, as the decimal amount that JSON carries; `null` stays `null`. */
export function toAmount(minor: number, currency?: string): number;
export function toAmount(minor: number | null, currency?: string): number | null;
export function toAmount(minor: number | null, currency = usDollar): number | null {
  return minor === null ? null : minor / 10 ** decimalsOf(currency);
}

/**
 * A decimal amount as whole minor units.
 * Returns `null` when it is not a price: negative, not finite, too high (`highestPriceIn`), or with too many decimals.
 */
export function toMinor(amount: number, currency = usDollar): number | null {
  const scaled = amount * 10 ** decimalsOf(currency);
  const minor = Math.round(scaled);
  if (!Number.isFinite(amount) || minor < 0 || minor > highestPriceIn(currency)) return null;
  // 19.99 * 100 is 1998.9999…: allow for the error of binary fractions, not for another decimal
  return Math.abs(scaled - minor) < 1e-6 * Math.max(1, minor / 1e6) ? minor : null;
}

/** How a market writes money. */
export interface MoneyFormat {
  currency: string;
  /** A language tag (BCP 47), such as `en-GB`. */
  locale: string;
  /** Whether `$` is enough for `US$`, because no other currency with that sign is meant. */
  narrow?: boolean;
}

/** How a market's prices are written in a language: in that of its country as the market writes them. */
export function moneyFormat(
  { currency, locale, country }: Omit<MoneyFormat, "narrow"> & { country: string },
  language: string,
): MoneyFormat {
  const [own] = locale.split("-");
  const [read] = language.split("-");
  return read === own ? { currency, locale } : { currency, locale: `${read}-${country}`, narrow: true };
}

export const usDollars: MoneyFormat = { currency: usDollar, locale: "en-US" };

const formats = new Map<string, Intl.NumberFormat>();

function formatOf({ currency, locale, narrow = false }: MoneyFormat): Intl.NumberFormat {
  const key = `${locale} ${currency} ${narrow}`;
  let format = formats.get(key);
  if (!format) {
    const decimals = decimalsOf(currency);
    format = new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      currencyDisplay: narrow ? "narrowSymbol" : "symbol",
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      // dollars are written without thousands separators (spec/prices 1.3)
      useGrouping: currency !== usDollar,
    });
    formats.set(key, format);
  }
  return format;
}

/**
 * An amount in a text of any direction. From right to left, the sign of `US$` would be drawn before its letters, and
 * numbers beside it between the two.
 */
export function isolated(amount: string): string {
  return amount.startsWith("\u200f") ? `\u2067${amount}\u200e\u2069` : amount;
}

/** An amount in its currency, as the market writes it, or `N/A` (spec/prices 1.3). */
export function formatPrice(price: number | null | undefined, format: MoneyFormat = usDollars): string {
  if (price === null || price === undefined) return "N/A";
  try {
    return isolated(formatOf(format).format(price));
  } catch {
    // a currency or language that the browser does not know must not empty a page
    return `${price.toFixed(decimalsOf(format.currency))} ${format.currency}`;
  }
}

/** As `formatPrice`, but a price of 0 reads `Free` (spec/prices 1.3). */
export function formatPriceOrFree(price: number | null | undefined, format?: MoneyFormat): string {
  return price === 0 ? "Free" : formatPrice(price, format);
}
