import { chosenStores, type MyStores } from "contract/my-stores/rules.ts";
import type { Retailer } from "contract/stores/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";

type Store = Pick<Retailer, "key" | "kind">;

export interface ShownStoresOptions {
  listStores(): readonly Store[];
  /** Throws `invalid`, naming the parameter, for an unknown or disabled store. */
  requireStores(keys: readonly StoreKey[], parameter?: string): void;
}

/** The stores whose prices a call shows, and their comma-separated keys; `null` when it names none. */
interface Shown {
  stores: readonly Store[];
  keys: string | null;
}

/** Reads the parameter `prices_of` of a call (spec/my-stores 2). Throws what `requireStores` throws. */
export function shownStoresReader({ listStores, requireStores }: ShownStoresOptions) {
  return (requested: MyStores | undefined): Shown => {
    if (!requested) return { stores: listStores(), keys: null };
    requireStores(requested.stores, "prices_of");
    const chosen = new Set(chosenStores(requested, listStores()));
    const stores = listStores().filter(({ key }) => chosen.has(key));
    return { stores, keys: stores.map(({ key }) => key).join(",") };
  };
}

export type ShownStores = ReturnType<typeof shownStoresReader>;
