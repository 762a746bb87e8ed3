import type { Order } from "contract/core/sorting.ts";
import { firstWishlistOrder, nextWishlistOrder, type WishlistSort, wishlistSorts } from "contract/wishlist/rules.ts";

/** The part of a list that a page shows: of the wishlist or another list of the user. */
export interface ListedState {
  sort: WishlistSort;
  order: Order;
  page: number;
}

/** The same as search parameters, without defaults. */
export interface ListedSearch {
  sort?: WishlistSort | undefined;
  order?: Order | undefined;
  page?: number | undefined;
}

/** Parses an address. Invalid values are ignored. The custom order has one direction only. */
export function readListedState(raw: Readonly<Record<string, unknown>>, defaultSort: WishlistSort): ListedState {
  const sort = wishlistSorts.find((sort) => sort === raw.sort) ?? defaultSort;
  const order = String(raw.order).toUpperCase();
  const page = Number(raw.page);
  return {
    sort,
    order: sort !== "display_order" && (order === "ASC" || order === "DESC") ? order : firstWishlistOrder(sort),
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1,
  };
}

/** The search parameters of a state. */
export function toListedSearch({ sort, order, page }: ListedState, defaultSort: WishlistSort): ListedSearch {
  return {
    ...(sort !== defaultSort && { sort }),
    ...(order !== firstWishlistOrder(sort) && { order }),
    ...(page > 1 && { page }),
  };
}

/** The state after a click on a sort button, at page 1 (spec/wishlist-and-alerts 3.2). */
export function toggleListedSort({ sort, order }: ListedState, clicked: WishlistSort): ListedState {
  return { sort: clicked, order: nextWishlistOrder(clicked, sort, order), page: 1 };
}
