/** The dearest price that is believed, in cents (spec/prices 1.2). */
export const highestPrice = 1_000_000;

/** Whole cents as the dollars that JSON carries; `null` stays `null`. */
export function toDollars(cents: number): number;
export function toDollars(cents: number | null): number | null;
export function toDollars(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}

/**
 * Dollars as whole cents.
 * Returns `null` when the amount is not a price: negative, not finite, over $10,000, or with more than two decimals.
 */
export function toCents(dollars: number): number | null {
  const cents = Math.round(dollars * 100);
  if (!Number.isFinite(dollars) || cents < 0 || cents > highestPrice) return null;
  // 19.99 * 100 is 1998.9999…: allow for the error of binary fractions, not for a third decimal
  return Math.abs(dollars * 100 - cents) < 1e-6 ? cents : null;
}

/** `$` with two decimals, or `N/A` (spec/prices 1.3). `price` in dollars. */
export function formatPrice(price: number | null | undefined): string {
  return price === null || price === undefined ? "N/A" : `$${price.toFixed(2)}`;
}

/** As `formatPrice`, but a price of 0 reads `Free` (spec/prices 1.3). */
export function formatPriceOrFree(price: number | null | undefined): string {
  return price === 0 ? "Free" : formatPrice(price);
}
