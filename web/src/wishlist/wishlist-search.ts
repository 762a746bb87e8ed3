import type { Order } from "contract/games/sorting.ts";
import { firstWishlistOrder, nextWishlistOrder, type WishlistSort, wishlistSorts } from "contract/wishlist/rules.ts";

/** What the wishlist's page shows, complete. */
export interface WishlistState {
  sort: WishlistSort;
  order: Order;
  page: number;
}

/** The same in the address: what is at its default is left out. */
export interface WishlistSearch {
  sort?: WishlistSort | undefined;
  order?: Order | undefined;
  page?: number | undefined;
}

/** Newest first (spec/wishlist-and-alerts 3.1). */
const defaultSort = "added_at";

/** Reads an address. Whatever is not understood counts as not given. The custom order has one direction only. */
export function readWishlistState(raw: Readonly<Record<string, unknown>>): WishlistState {
  const sort = wishlistSorts.find((sort) => sort === raw.sort) ?? defaultSort;
  const order = String(raw.order).toUpperCase();
  const page = Number(raw.page);
  return {
    sort,
    order: sort !== "display_order" && (order === "ASC" || order === "DESC") ? order : firstWishlistOrder(sort),
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1,
  };
}

/** The address of a state. */
export function toWishlistSearch({ sort, order, page }: WishlistState): WishlistSearch {
  return {
    ...(sort !== defaultSort && { sort }),
    ...(order !== firstWishlistOrder(sort) && { order }),
    ...(page > 1 && { page }),
  };
}

/** After a press on a sort button, at page 1 (spec/wishlist-and-alerts 3.2). */
export function pressWishlistSort({ sort, order }: WishlistState, pressed: WishlistSort): WishlistState {
  return { sort: pressed, order: nextWishlistOrder(pressed, sort, order), page: 1 };
}
