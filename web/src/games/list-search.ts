import { firstOrder, type GameSort, type Order } from "contract/games/sorting.ts";
import { type StoreKey, storeKeys } from "contract/stores.ts";

/** Sorts that the free games page offers, in the order of its buttons. */
export const freeSorts = ["rating", "name", "release", "score"] as const;
export type FreeSort = (typeof freeSorts)[number];

/** Sorts that the browse page offers, in the order of its buttons. An address may name any other sort of the call. */
export const browseSorts = ["rating", "lowest_price", "title", "release_date"] as const satisfies readonly GameSort[];

/** The state of a list, complete. */
export interface ListState<Sort extends string> {
  search: string;
  store: StoreKey | undefined;
  sort: Sort;
  order: Order;
  page: number;
}

/** The same in the address: what is at its default is left out. */
export interface ListSearch<Sort extends string> {
  search?: string | undefined;
  store?: StoreKey | undefined;
  sort?: Sort | undefined;
  order?: Order | undefined;
  page?: number | undefined;
}

export type BrowseState = ListState<GameSort>;
export type FreeState = ListState<FreeSort>;

const defaultSort = "rating";

const longestSearch = 100;

/** Reads an address. Whatever is not understood counts as not given: a link from elsewhere never breaks the page. */
export function parseListSearch<Sort extends GameSort | FreeSort>(
  raw: Record<string, unknown>,
  sorts: readonly Sort[],
): ListSearch<Sort> {
  const page = Number(raw.page);
  const order = String(raw.order).toUpperCase();
  const understood = toListSearch<Sort>({
    // a search for 2048 may arrive as a number
    search: raw.search === undefined ? "" : [...String(raw.search).trim()].slice(0, longestSearch).join(""),
    store: storeKeys.find((key) => key === raw.store),
    sort: sorts.find((sort) => sort === raw.sort) ?? (defaultSort as Sort),
    ...((order === "ASC" || order === "DESC") && { order }),
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, 1_000_000_000) : 1,
  });
  // the router lays this over what the address says: a name that is missing here would keep its raw value
  return { search: undefined, store: undefined, sort: undefined, order: undefined, page: undefined, ...understood };
}

/** The address of a state. Without an order it is the one that the sort starts in. */
export function toListSearch<Sort extends GameSort | FreeSort>(
  state: Omit<ListState<Sort>, "order"> & { order?: Order },
): ListSearch<Sort> {
  const { search, store, sort, order, page } = state;
  return {
    ...(search !== "" && { search }),
    ...(store && { store }),
    ...(sort !== defaultSort && { sort }),
    ...(order && order !== firstOrder(sort) && { order }),
    ...(page > 1 && { page }),
  };
}

/** The address with its defaults filled in. */
export function toListState<Sort extends GameSort | FreeSort>(search: ListSearch<Sort>): ListState<Sort> {
  const sort = search.sort ?? (defaultSort as Sort);
  return {
    search: search.search ?? "",
    store: search.store,
    sort,
    order: search.order ?? firstOrder(sort),
    page: search.page ?? 1,
  };
}

/** After a press on a sort button: the active one flips its direction, a new one starts in its own; both begin at page 1. */
export function pressSort<Sort extends GameSort | FreeSort>(state: ListState<Sort>, sort: Sort): ListState<Sort> {
  const flipped = state.order === "ASC" ? "DESC" : "ASC";
  return { ...state, sort, order: sort === state.sort ? flipped : firstOrder(sort), page: 1 };
}
