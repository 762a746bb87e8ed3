import { brand } from "contract/brand.ts";

/** Families of cached entries in the browser's storage; each key begins with the product's short name and one of these (spec/storefront 5.1). */
const families = ["cache", "games", "wishlist", "user"] as const;

type Family = (typeof families)[number];

const prefixOf = (family: Family) => `${brand.slug}_${family}_`;

/**
 * Keeps a copy for the time when a call fails. Storage that is full or refused, or missing on the server,
 * only means that there is no copy.
 */
export function keepCopy(family: Family, name: string, value: unknown): void {
  if (typeof window === "undefined") return;
  try {
    window.localStorage.setItem(prefixOf(family) + name, JSON.stringify(value));
  } catch {}
}

/** The copy kept under that name, `null` when there is none. The caller knows its shape. */
export function keptCopy<T>(family: Family, name: string): T | null {
  try {
    return JSON.parse(window.localStorage.getItem(prefixOf(family) + name) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** Drops the copy kept under that name. */
export function dropCopy(family: Family, name: string): void {
  try {
    window.localStorage.removeItem(prefixOf(family) + name);
  } catch {}
}

/** Hears when another tab keeps a copy under that name. Returns how to stop listening. */
export function onCopyElsewhere(family: Family, name: string, listener: () => void): () => void {
  const key = prefixOf(family) + name;
  const onStorage = (event: StorageEvent) => {
    if (event.key === key && event.newValue !== null) listener();
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/**
 * Drops every cached entry of the product: those of local storage by their prefix, and all of the session's storage
 * that is not a token. Sign-in, theme and what other software keeps in local storage stay.
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
