import { brand } from "contract/brand.ts";

const key = `${brand.slug}.searches`;

/** How many searches the browser remembers. */
const limit = 6;

/** The visitor's last searches in this browser, latest first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter((search) => typeof search === "string").slice(0, limit) : [];
  } catch {
    return [];
  }
}

/** Remembers a search, unless it is empty. */
export function rememberSearch(search: string): void {
  const text = search.trim();
  if (text === "") return;
  const others = recentSearches().filter((other) => other.toLowerCase() !== text.toLowerCase());
  store([text, ...others].slice(0, limit));
}

export function forgetSearches(): void {
  store([]);
}

function store(searches: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(searches));
  } catch {
    // where storage is blocked, nothing is remembered
  }
}
