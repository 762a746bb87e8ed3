import type { FindMarket } from "contract/markets/schema.ts";
import type { MyStores } from "contract/my-stores/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { CallContext } from "../../platform/http/bind.ts";
import type { ShownStores } from "../my-stores/policy-shown-stores.ts";
import type { Catalogue, ShownMarket } from "./read-model/read-model.ts";

export interface PricesOfOptions {
  catalogue: Pick<Catalogue, "openView">;
  findMarket: FindMarket;
  shownStores: ShownStores;
  /** Throws `invalid` for a store that is unknown or not enabled. */
  requireStores(keys: readonly StoreKey[]): void;
  /** Counts the building of a view for an address. Throws `rate_limited` beyond the limit. */
  countViewMiss(address: string | null): void;
}

interface RequestedPrices {
  country?: string | undefined;
  prices_of?: MyStores | undefined;
  store?: readonly StoreKey[] | undefined;
  official?: boolean | undefined;
}

/**
 * Opens the requested market with the prices of the requested stores (spec/my-stores 2): of those that a list is
 * filtered by, otherwise of those in `prices_of`; with `official` only of official stores among them. The caller must
 * read the catalogue synchronously afterwards.
 */
export function marketOpener(options: PricesOfOptions) {
  const { catalogue, findMarket, shownStores, requireStores, countViewMiss } = options;
  return async (
    { country, prices_of, store, official = false }: RequestedPrices,
    { address }: Pick<CallContext, "address">,
  ): Promise<ShownMarket> => {
    const market = findMarket(country);
    requireStores(store ?? []);
    const preferred = shownStores(prices_of).stores;
    if (!prices_of && !store && !official) return market;
    const named = store ? shownStores(undefined).stores.filter(({ key }) => store.includes(key)) : preferred;
    const stores = official ? named.filter(({ kind }) => kind === "official") : named;
    // there are few sets of one store, and one of official stores
    const isCounted = store ? store.length > 1 : prices_of !== undefined;
    const shown = await catalogue.openView(market, stores, () => isCounted && countViewMiss(address));
    return { ...shown, isPreference: !store && !official };
  };
}

export type OpenMarket = ReturnType<typeof marketOpener>;
