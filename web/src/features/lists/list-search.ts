import type { Order } from "contract/core/sorting.ts";
import {
  firstListOrder,
  type ListFilter,
  type ListSort,
  listFilters,
  listSorts,
  nextListOrder,
} from "contract/lists/rules.ts";

/** The part of a list that a page shows: of the wishlist or another list of the user. */
export interface ListState {
  sort: ListSort;
  order: Order;
  page: number;
  /** What it is narrowed to; `null` = all games. */
  show: ListFilter | null;
}

/** The same as search parameters, without defaults. */
export interface ListSearch {
  sort?: ListSort | undefined;
  order?: Order | undefined;
  page?: number | undefined;
  show?: ListFilter | undefined;
}

/** Parses an address. Invalid values are ignored. The custom order has one direction only. */
export function readListState(raw: Readonly<Record<string, unknown>>, defaultSort: ListSort): ListState {
  const sort = listSorts.find((sort) => sort === raw.sort) ?? defaultSort;
  const order = String(raw.order).toUpperCase();
  const page = Number(raw.page);
  return {
    sort,
    order: sort !== "display_order" && (order === "ASC" || order === "DESC") ? order : firstListOrder(sort),
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1,
    show: listFilters.find((show) => show === raw.show) ?? null,
  };
}

/** The search parameters of a state. */
export function toListSearch({ sort, order, page, show }: ListState, defaultSort: ListSort): ListSearch {
  return {
    ...(sort !== defaultSort && { sort }),
    ...(order !== firstListOrder(sort) && { order }),
    ...(show && { show }),
    ...(page > 1 && { page }),
  };
}

/** The state after a click on a sort button, at page 1 (spec/wishlist-and-alerts 3.2). */
export function toggleListSort({ sort, order, show }: ListState, clicked: ListSort): ListState {
  return { sort: clicked, order: nextListOrder(clicked, sort, order), page: 1, show };
}
