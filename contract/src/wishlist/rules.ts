import type { Order } from "../games/sorting.ts";

/** What a wishlist can be sorted by; `display_order` is the owner's own order. */
export const wishlistSorts = ["added_at", "title", "lowest_price", "display_order"] as const;
export type WishlistSort = (typeof wishlistSorts)[number];

export const wishlistPageSize = 50;
export const longestNotes = 1_000;

/** The direction that a newly chosen sort starts in (storefront.md section 4). */
export function firstWishlistOrder(sort: WishlistSort): Order {
  return sort === "title" || sort === "display_order" ? "ASC" : "DESC";
}

/** What a click on a sort button leads to: the current one flips, except the custom order; another one starts afresh. */
export function nextWishlistOrder(clicked: WishlistSort, sort: WishlistSort, order: Order): Order {
  if (clicked !== sort || clicked === "display_order") return firstWishlistOrder(clicked);
  return order === "ASC" ? "DESC" : "ASC";
}
