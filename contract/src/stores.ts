/**
 * The stores whose prices are compared. A closed list, in code: each needs columns on the wire, a source and a colour.
 * The order settles ties for the best price (spec/prices 3.1).
 */
export const storeKeys = ["steam", "gog", "cdkeys", "other"] as const;

export type StoreKey = (typeof storeKeys)[number];

/** `keyshop` sells keys bought elsewhere; `official` sells with the publisher's consent. */
export type StoreKind = "official" | "keyshop";

export interface Store {
  key: StoreKey;
  name: string;
  /** A colour word of the design system. */
  color: string;
  kind: StoreKind;
  /** Whether the store says if an offer can be delivered. */
  tracksStock: boolean;
}

/** In the order in which pages show them (spec/prices 2.1, the fallback list). */
export const stores: readonly Store[] = [
  { key: "steam", name: "Steam", color: "blue", kind: "official", tracksStock: false },
  { key: "cdkeys", name: "CDKeys", color: "green", kind: "keyshop", tracksStock: true },
  { key: "gog", name: "GOG", color: "purple", kind: "official", tracksStock: false },
  { key: "other", name: "Other", color: "gray", kind: "official", tracksStock: false },
];

/** The store of that key. */
export function storeOf(key: StoreKey): Store {
  return stores.find((store) => store.key === key)!;
}
