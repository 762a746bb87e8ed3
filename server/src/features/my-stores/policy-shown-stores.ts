import { chosenStores, type MyStores } from "contract/my-stores/rules.ts";
import { type Launcher, launcherBits } from "contract/prices/launchers.ts";
import type { Retailer } from "contract/stores/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";

type Store = Pick<Retailer, "key" | "kind">;

export interface ShownStoresOptions {
  listStores(): readonly Store[];
  /** Throws `invalid`, naming the parameter, for an unknown or disabled store. */
  requireStores(keys: readonly StoreKey[], parameter?: string): void;
}

/**
 * The stores whose prices a call shows, and their comma-separated keys, with the launchers as bits after a semicolon,
 * if only their offers count; `null` when the call names neither.
 */
interface Shown {
  stores: readonly Store[];
  activates: readonly Launcher[];
  keys: string | null;
}

/** Reads the parameter `prices_of` of a call (spec/my-stores 2). Throws what `requireStores` throws. */
export function shownStoresReader({ listStores, requireStores }: ShownStoresOptions) {
  return (requested: MyStores | undefined): Shown => {
    if (!requested) return { stores: listStores(), activates: [], keys: null };
    requireStores(requested.stores, "prices_of");
    const chosen = new Set(chosenStores(requested, listStores()));
    const stores = listStores().filter(({ key }) => chosen.has(key));
    const { activates = [] } = requested;
    const keys = stores.map(({ key }) => key).join(",");
    return { stores, activates, keys: activates.length === 0 ? keys : `${keys};${launcherBits(activates)}` };
  };
}

export type ShownStores = ReturnType<typeof shownStoresReader>;
