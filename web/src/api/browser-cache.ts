import { brand } from "contract/brand.ts";

/** Families of cached entries. Each key starts with the product's short name and a family (spec/storefront 5.1). */
const families = ["cache", "games", "wishlist", "user"] as const;

type Family = (typeof families)[number];

const prefixOf = (family: Family) => `${brand.slug}_${family}_`;

/** Caches a value as a fallback for failed calls. Does nothing where storage is full, refused or missing. */
export function writeCache(family: Family, name: string, value: unknown): void {
  if (typeof window === "undefined") return;
  try {
    window.localStorage.setItem(prefixOf(family) + name, JSON.stringify(value));
  } catch {}
}

/** The cached value, or `null`. The caller knows its type. */
export function readCache<T>(family: Family, name: string): T | null {
  try {
    return JSON.parse(window.localStorage.getItem(prefixOf(family) + name) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** Removes a cached value. */
export function removeCache(family: Family, name: string): void {
  try {
    window.localStorage.removeItem(prefixOf(family) + name);
  } catch {}
}

/** Calls the listener when another tab writes this entry. Returns the function that unsubscribes. */
export function onCacheChange(family: Family, name: string, listener: () => void): () => void {
  const key = prefixOf(family) + name;
  const onStorage = (event: StorageEvent) => {
    if (event.key === key && event.newValue !== null) listener();
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/**
 * Clears the product's entries in local storage, and everything in session storage but tokens. Sign-in and theme stay.
 */
export function clearBrowserCaches(): void {
  try {
    for (const key of Object.keys(window.localStorage)) {
      if (families.some((family) => key.startsWith(prefixOf(family)))) window.localStorage.removeItem(key);
    }
    for (const key of Object.keys(window.sessionStorage)) {
      if (!/token/i.test(key)) window.sessionStorage.removeItem(key);
    }
  } catch {}
}
