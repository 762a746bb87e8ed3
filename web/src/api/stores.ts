import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { otherStoreName, shownStoreName } from "contract/stores/rules.ts";
import type { Retailer } from "contract/stores/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { createContext, use } from "react";
import { freshFor } from "./query.ts";
import { type TextsPlace, textsOf } from "./texts.ts";

/** A store as pages show it. */
export type Store = Pick<Retailer, "key" | "name" | "color" | "kind">;

/** Shown while the list cannot be loaded (spec/prices 2.1). */
const fallbackStores: readonly Store[] = [
  { key: "steam", name: "Steam", color: "blue", kind: "official" },
  { key: "cdkeys", name: "CDKeys", color: "green", kind: "keyshop" },
  { key: "gog", name: "GOG", color: "purple", kind: "official" },
  { key: "other", name: otherStoreName, color: "gray", kind: "official" },
];

/** The enabled stores. */
export function storesQuery(call: Call) {
  return queryOptions({
    queryKey: ["retailers"],
    staleTime: freshFor.texts,
    queryFn: async ({ signal }): Promise<readonly Store[]> =>
      (await call("GET /api/retailers", {}, { signal })).retailers,
  });
}

/** The enabled stores, in display order, and any store by its key. */
export interface Stores {
  stores: readonly Store[];
  /** A store that is not enabled goes by its key. */
  storeOf: (key: StoreKey) => Store;
}

/** Reads the stores of a list; those of spec/prices 2.1 without one. `other` is the name of the store for other offers. */
export function storesIn(list: readonly Store[] | undefined, other?: string): Stores {
  const named = list?.length ? list : fallbackStores;
  const stores = named.map((store) => ({ ...store, name: shownStoreName(store.name, other) }));
  const byKey = new Map(stores.map((store) => [store.key, store]));
  return { stores, storeOf: (key) => byKey.get(key) ?? { key, name: key, color: "gray", kind: "official" } };
}

export const StoresContext = createContext(storesIn(undefined));

/** Reads the stores in components. */
export function useStores(): Stores {
  return use(StoresContext);
}

/** Reads the stores in loaders and heads. */
export function storesOf(context: TextsPlace): Stores {
  const list = context.queryClient.getQueryData<readonly Store[]>(["retailers"]);
  return storesIn(list, textsOf(context)("store.other"));
}
