import { useSyncExternalStore } from "react";
import { storedToken } from "./session.ts";

/** Where the parameter `prices_of` is stored: the stores whose prices the visitor sees now. */
export const askedPricesKey = "pricesOf";

/** Where the visitor's choice of stores is stored. */
export const myStoresKey = "myStores";

/** Fired on the window when either changes in this tab. */
export const myStoresEvent = "my-stores";

export function readItem(key: string): string | undefined {
  try {
    return localStorage.getItem(key) || undefined;
  } catch {
    return undefined;
  }
}

/** What calls that show prices ask for; `undefined` = the prices of all stores. */
export function askedPrices(): string | undefined {
  return import.meta.env.SSR ? undefined : readItem(askedPricesKey);
}

/** Whether the visitor has chosen stores, in this browser or maybe in the profile. */
export function useMayHaveStores(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => Boolean(readItem(myStoresKey) ?? storedToken()),
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener(myStoresEvent, listener);
  return () => removeEventListener(myStoresEvent, listener);
}
