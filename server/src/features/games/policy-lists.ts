import { invalid } from "contract/core/errors.ts";
import { toMinor } from "contract/core/money.ts";
import { type GameFilters, gameFilters } from "contract/games/filters.ts";
import type { FindMarket, Market } from "contract/markets/schema.ts";
import type { MyStores } from "contract/my-stores/rules.ts";
import type { Launcher } from "contract/prices/launchers.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { ShownStores } from "../my-stores/policy-shown-stores.ts";
import type { GameIndex, ShownMarket } from "./read-model/game-index.ts";

export interface PricesOfOptions {
  gameIndex: Pick<GameIndex, "openMarket">;
  findMarket: FindMarket;
  shownStores: ShownStores;
  /** Throws `invalid` for a store that is unknown or not enabled. */
  requireStores(keys: readonly StoreKey[]): void;
}

interface RequestedPrices {
  country?: string | undefined;
  prices_of?: MyStores | undefined;
  store?: readonly StoreKey[] | undefined;
  official?: boolean | undefined;
  /** None = on any launcher, whatever `prices_of` says. */
  activates?: readonly Launcher[] | undefined;
  /** Of titles that are shown beside the English ones. */
  language?: string | undefined;
}

/**
 * Opens the requested market with the prices of the requested offers (spec/my-stores 2): of the stores that a list is
 * filtered by, otherwise of those in `prices_of`; with `official` only of official stores among them; and only offers
 * that activate on the launchers that the list is filtered by, otherwise on those in `prices_of`. The caller must read
 * the catalogue synchronously afterwards.
 */
export function marketOpener(options: PricesOfOptions) {
  const { gameIndex, findMarket, shownStores, requireStores } = options;
  return async ({ country, language, prices_of, ...requested }: RequestedPrices): Promise<ShownMarket> => {
    const { store, official = false, activates } = requested;
    const found = findMarket(country);
    const market = language === undefined ? found : { ...found, language };
    requireStores(store ?? []);
    await gameIndex.openMarket(market);
    const preferred = shownStores(prices_of).stores;
    const launchers = activates ?? prices_of?.activates ?? [];
    if (!prices_of && !store && !official && launchers.length === 0) return market;
    const named = store ? shownStores(undefined).stores.filter(({ key }) => store.includes(key)) : preferred;
    const stores = official ? named.filter(({ kind }) => kind === "official") : named;
    return { ...market, offers: { stores, activates: launchers }, isPreference: !store && !official && !activates };
  };
}

export type OpenMarket = ReturnType<typeof marketOpener>;

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
