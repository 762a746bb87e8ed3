import type { Launcher } from "../prices/launchers.ts";
import type { StoreKey } from "../stores/store-key.ts";

/**
 * The offers that a user has chosen: at these stores, no keys = all stores; of official ones only, or of key shops and
 * marketplaces too; those that activate on any of these launchers, none = all offers.
 */
export interface MyStores {
  stores: StoreKey[];
  officialOnly: boolean;
  activates?: Launcher[];
}

export const allStores: MyStores = { stores: [], officialOnly: false };

/** The maximum number of chosen stores. */
export const maxStores = 45;

/** Stands for official stores in a list of store keys. `keyPattern` allows it, but no store has it as its key. */
export const officialWord = "official";

/** Stands before a launcher in a list of store keys. */
export const activatesPrefix = "activates:";

export function isAllStores({ stores, officialOnly, activates = [] }: MyStores): boolean {
  return stores.length === 0 && !officialOnly && activates.length === 0;
}

/** The parameter `prices_of` for these stores; `undefined` = all stores. Sorted, so that equal choices share cache entries. */
export function pricesOf({ stores, officialOnly, activates = [] }: MyStores): string | undefined {
  const launchers = activates.map((launcher) => activatesPrefix + launcher);
  const words = [...(officialOnly ? [officialWord] : []), ...launchers, ...stores];
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
export function withoutUnknown(chosen: MyStores, enabled: readonly { key: StoreKey }[]): MyStores {
  return { ...chosen, stores: chosen.stores.filter((key) => enabled.some((store) => store.key === key)) };
}
