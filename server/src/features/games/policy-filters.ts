import { invalid } from "contract/core/errors.ts";
import { toMinor } from "contract/core/money.ts";
import { type GameFilters, gameFilters } from "contract/games/filters.ts";
import type { Market } from "contract/markets/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";

/** Throws `invalid` for an unknown store, and for an amount that no price in the market can have. */
export function requireFilters(
  { store = [], ...filters }: GameFilters,
  { currency }: Market,
  requireStores: (keys: readonly StoreKey[]) => void,
): void {
  requireStores(store);
  for (const path of ["min_price", "max_price"] as const) {
    const amount = filters[path];
    if (amount !== undefined && toMinor(amount, currency) === null)
      throw invalid([{ path, msg: `Expected a price in ${currency}` }]);
  }
}

/** Whether anything but the search filters the list. */
export function isFiltered(query: GameFilters): boolean {
  return (Object.keys(gameFilters) as (keyof GameFilters)[]).some((name) => query[name] !== undefined);
}
