import { type ListedSearch, type ListedState, readListedState, toListedSearch } from "./listed/listed-search.ts";

/** Newest first (spec/wishlist-and-alerts 3.1). */
const defaultSort = "added_at";

export function readWishlistState(raw: Readonly<Record<string, unknown>>): ListedState {
  return readListedState(raw, defaultSort);
}

export function toWishlistSearch(state: ListedState): ListedSearch {
  return toListedSearch(state, defaultSort);
}
