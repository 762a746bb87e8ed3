import type { StoreKey } from "../stores/store-key.ts";

/** The stores that a user has chosen: no keys = all stores; official ones only, or key shops and marketplaces too. */
export interface MyStores {
  stores: StoreKey[];
  officialOnly: boolean;
}

export const allStores: MyStores = { stores: [], officialOnly: false };

/** The maximum number of chosen stores. */
export const maxStores = 45;

/** Stands for official stores in a list of store keys. `keyPattern` allows it, but no store has it as its key. */
export const officialWord = "official";

export function isAllStores({ stores, officialOnly }: MyStores): boolean {
  return stores.length === 0 && !officialOnly;
}

/** The parameter `prices_of` for these stores; `undefined` = all stores. Sorted, so that equal choices share cache entries. */
export function pricesOf({ stores, officialOnly }: MyStores): string | undefined {
  const words = [...(officialOnly ? [officialWord] : []), ...stores.toSorted()];
  return words.length === 0 ? undefined : words.sort().join(",");
}

/** The keys of the stores whose prices count, in the order of the stores. */
export function chosenStores(
  { stores, officialOnly }: MyStores,
  enabled: readonly { key: StoreKey; kind: string }[],
): StoreKey[] {
  return enabled
    .filter(({ key, kind }) => (stores.length === 0 || stores.includes(key)) && (!officialOnly || kind === "official"))
    .map(({ key }) => key);
}

/** The choice without stores that are not enabled. */
export function withoutUnknown({ stores, officialOnly }: MyStores, enabled: readonly { key: StoreKey }[]): MyStores {
  return { stores: stores.filter((key) => enabled.some((store) => store.key === key)), officialOnly };
}
