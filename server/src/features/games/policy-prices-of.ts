import type { FindMarket } from "contract/markets/schema.ts";
import type { MyStores } from "contract/my-stores/rules.ts";
import type { CallContext } from "../../platform/http/bind.ts";
import type { ShownStores } from "../my-stores/policy-shown-stores.ts";
import type { Catalogue, ShownMarket } from "./read-model/read-model.ts";

export interface PricesOfOptions {
  catalogue: Pick<Catalogue, "openView">;
  findMarket: FindMarket;
  shownStores: ShownStores;
  /** Counts the building of a view for an address. Throws `rate_limited` beyond the limit. */
  countViewMiss(address: string | null): void;
}

interface RequestedPrices {
  country?: string | undefined;
  prices_of?: MyStores | undefined;
}

/**
 * Opens the requested market with the prices of the requested stores (spec/my-stores 2). The caller must read the
 * catalogue synchronously afterwards.
 */
export function marketOpener(options: PricesOfOptions) {
  const { catalogue, findMarket, shownStores, countViewMiss } = options;
  return async (
    { country, prices_of }: RequestedPrices,
    { address }: Pick<CallContext, "address">,
  ): Promise<ShownMarket> => {
    const market = findMarket(country);
    if (!prices_of) return market;
    return catalogue.openView(market, shownStores(prices_of).stores, () => countViewMiss(address));
  };
}

export type OpenMarket = ReturnType<typeof marketOpener>;
