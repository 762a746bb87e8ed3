import type { FindMarket } from "contract/markets/schema.ts";
import { chosenStores, type MyStores } from "contract/my-stores/rules.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { CallContext } from "../../platform/http/bind.ts";
import type { Catalogue, ShownMarket } from "./read-model/read-model.ts";

export interface PricesOfOptions {
  catalogue: Pick<Catalogue, "openView">;
  findMarket: FindMarket;
  listStores(): readonly { key: StoreKey; kind: string }[];
  /** Throws `invalid` for a store that is none, or not enabled, and names the parameter. */
  requireStores(keys: readonly StoreKey[], parameter?: string): void;
  /** Counts the building of a view for an address. Throws `rate_limited` beyond the limit. */
  countViewMiss(address: string | null): void;
}

interface AskedPrices {
  country?: string | undefined;
  prices_of?: MyStores | undefined;
}

/**
 * The market that a call asks for, with the prices of the stores that it asks for (spec/my-stores 2). What the caller
 * reads of the catalogue it must read without waiting.
 */
export function marketOpener(options: PricesOfOptions) {
  const { catalogue, findMarket, listStores, requireStores, countViewMiss } = options;
  return async (
    { country, prices_of }: AskedPrices,
    { address }: Pick<CallContext, "address">,
  ): Promise<ShownMarket> => {
    const market = findMarket(country);
    if (!prices_of) return market;
    requireStores(prices_of.stores, "prices_of");
    const enabled = listStores();
    const keys = new Set(chosenStores(prices_of, enabled));
    const chosen = enabled.filter(({ key }) => keys.has(key));
    return catalogue.openView(market, chosen, () => countViewMiss(address));
  };
}

export type OpenMarket = ReturnType<typeof marketOpener>;
