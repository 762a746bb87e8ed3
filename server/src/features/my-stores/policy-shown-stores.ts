import { chosenStores, type MyStores } from "contract/my-stores/rules.ts";
import type { Retailer } from "contract/stores/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";

type Store = Pick<Retailer, "key" | "kind">;

export interface ShownStoresOptions {
  listStores(): readonly Store[];
  /** Throws `invalid` for a store that is none, or not enabled, and names the parameter. */
  requireStores(keys: readonly StoreKey[], parameter?: string): void;
}

/** The stores whose prices a call shows, and their keys separated by commas, `null` when it asks for none. */
interface Shown {
  stores: readonly Store[];
  keys: string | null;
}

/** Reads the parameter `prices_of` of a call (spec/my-stores 2). Throws what `requireStores` throws. */
export function shownStoresReader({ listStores, requireStores }: ShownStoresOptions) {
  return (asked: MyStores | undefined): Shown => {
    if (!asked) return { stores: listStores(), keys: null };
    requireStores(asked.stores, "prices_of");
    const chosen = new Set(chosenStores(asked, listStores()));
    const stores = listStores().filter(({ key }) => chosen.has(key));
    return { stores, keys: stores.map(({ key }) => key).join(",") };
  };
}

export type ShownStores = ReturnType<typeof shownStoresReader>;
