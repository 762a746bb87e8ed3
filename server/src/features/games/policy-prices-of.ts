import type { FindMarket } from "contract/markets/schema.ts";
import type { MyStores } from "contract/my-stores/rules.ts";
import type { Launcher } from "contract/prices/launchers.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { CallContext } from "../../platform/http/bind.ts";
import type { ShownStores } from "../my-stores/policy-shown-stores.ts";
import type { GameIndex, ShownMarket } from "./read-model/game-index.ts";
import type { ShownOffers } from "./read-model/views/store-facts.ts";

export interface PricesOfOptions {
  gameIndex: Pick<GameIndex, "openView">;
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
  /** None = on any launcher, whatever `prices_of` says. */
  activates?: readonly Launcher[] | undefined;
}

/**
 * Opens the requested market with the prices of the requested offers (spec/my-stores 2): of the stores that a list is
 * filtered by, otherwise of those in `prices_of`; with `official` only of official stores among them; and only offers
 * that activate on the launchers that the list is filtered by, otherwise on those in `prices_of`. The caller must read
 * the catalogue synchronously afterwards.
 */
export function marketOpener(options: PricesOfOptions) {
  const { gameIndex, findMarket, shownStores, requireStores, countViewMiss } = options;
  return async (
    { country, prices_of, store, official = false, activates }: RequestedPrices,
    { address }: Pick<CallContext, "address">,
  ): Promise<ShownMarket & { offers: ShownOffers }> => {
    const market = findMarket(country);
    requireStores(store ?? []);
    const preferred = shownStores(prices_of).stores;
    const launchers = activates ?? prices_of?.activates ?? [];
    if (!prices_of && !store && !official && launchers.length === 0)
      return { ...market, offers: { stores: preferred } };
    const named = store ? shownStores(undefined).stores.filter(({ key }) => store.includes(key)) : preferred;
    const stores = official ? named.filter(({ kind }) => kind === "official") : named;
    // there are few sets of one store, of official stores, and of one launcher
    const isCounted = store
      ? store.length > 1 || launchers.length > 0
      : prices_of !== undefined || launchers.length > 1;
    const shown = await gameIndex.openView(
      market,
      { stores, activates: launchers },
      () => isCounted && countViewMiss(address),
    );
    return { ...shown, isPreference: !store && !official && !activates };
  };
}

export type OpenMarket = ReturnType<typeof marketOpener>;
