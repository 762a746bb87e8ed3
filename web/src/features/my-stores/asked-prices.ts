/** Where the parameter `prices_of` is stored: the stores whose prices the visitor sees now. */
export const askedPricesKey = "pricesOf";

/** What calls that show prices ask for; `undefined` = the prices of all stores. */
export function askedPrices(): string | undefined {
  try {
    return localStorage.getItem(askedPricesKey) ?? undefined;
  } catch {
    return undefined;
  }
}

const showsPrices = /^GET \/api\/(games|deals|wishlist)\b/;

/** The parameter for a call. */
export function askForPrices(route: string): { prices_of?: string | undefined } {
  return showsPrices.test(route) ? { prices_of: askedPrices() } : {};
}
