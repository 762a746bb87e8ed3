import { toCents } from "contract/core/money.ts";
import type { Order } from "contract/core/sorting.ts";
import { firstOrder, type GameSort } from "contract/games/sorting.ts";
import { type StoreKey, storeKeys } from "contract/stores.ts";

/** Sorts that the free games page offers, in the order of its buttons. */
export const freeSorts = ["rating", "name", "release", "score"] as const;
export type FreeSort = (typeof freeSorts)[number];

/** Sorts with a button. An address may name any other sort of the endpoint. */
export const browseSorts = ["rating", "lowest_price", "title", "release_date"] as const satisfies readonly GameSort[];

/**
 * The filters of the browse page, by their names in the address and in the API. Each reads its value from the address;
 * `undefined` if it is not set or makes no sense.
 */
const filters = {
  store: (raw: unknown): StoreKey | undefined => storeKeys.find((key) => key === raw),
  /** In dollars. */
  max_price: (raw: unknown): number | undefined =>
    raw === undefined || raw === "" || toCents(Number(raw)) === null ? undefined : Number(raw),
};
type Filters = { [Name in keyof typeof filters]?: ReturnType<(typeof filters)[Name]> };

/** The state of a list, complete. */
export interface ListState<Sort extends string> extends Filters {
  search: string;
  sort: Sort;
  order: Order;
  page: number;
}

/** The same as search parameters, without defaults. */
export interface ListSearch<Sort extends string> extends Filters {
  search?: string | undefined;
  sort?: Sort | undefined;
  order?: Order | undefined;
  page?: number | undefined;
}

export type BrowseState = ListState<GameSort>;
export type FreeState = ListState<FreeSort>;

const defaultSort = "rating";

const maxSearchLength = 100;

/** Parses an address. Invalid values are ignored, so that no link breaks the page. */
export function parseListSearch<Sort extends GameSort | FreeSort>(
  raw: Record<string, unknown>,
  sorts: readonly Sort[],
): ListSearch<Sort> {
  const page = Number(raw.page);
  const order = String(raw.order).toUpperCase();
  const understood = toListSearch<Sort>({
    // a search for 2048 may arrive as a number
    search: raw.search === undefined ? "" : [...String(raw.search).trim()].slice(0, maxSearchLength).join(""),
    ...readFilters(raw),
    sort: sorts.find((sort) => sort === raw.sort) ?? (defaultSort as Sort),
    ...((order === "ASC" || order === "DESC") && { order }),
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, 1_000_000_000) : 1,
  });
  // the router merges this into the raw parameters, so a name that is missing here would keep its raw value
  return { ...readFilters({}), search: undefined, sort: undefined, order: undefined, page: undefined, ...understood };
}

/** The search parameters of a state. Without `order` it is the sort's default. */
export function toListSearch<Sort extends GameSort | FreeSort>(
  state: Omit<ListState<Sort>, "order"> & { order?: Order },
): ListSearch<Sort> {
  const { search, sort, order, page } = state;
  const set = Object.entries(readFilters(state)).filter(([, value]) => value !== undefined);
  return {
    ...(search !== "" && { search }),
    ...Object.fromEntries(set),
    ...(sort !== defaultSort && { sort }),
    ...(order && order !== firstOrder(sort) && { order }),
    ...(page > 1 && { page }),
  };
}

/** The state of an address, with defaults. */
export function toListState<Sort extends GameSort | FreeSort>(search: ListSearch<Sort>): ListState<Sort> {
  const sort = search.sort ?? (defaultSort as Sort);
  return {
    search: search.search ?? "",
    ...readFilters(search),
    sort,
    order: search.order ?? firstOrder(sort),
    page: search.page ?? 1,
  };
}

/**
 * The state after a click on a sort button: the active one flips its direction, a new one starts in its own; both start
 * at page 1.
 */
export function toggleSort<Sort extends GameSort | FreeSort>(state: ListState<Sort>, sort: Sort): ListState<Sort> {
  const flipped = state.order === "ASC" ? "DESC" : "ASC";
  return { ...state, sort, order: sort === state.sort ? flipped : firstOrder(sort), page: 1 };
}

/** Every filter, set or not. */
export function readFilters(raw: Record<string, unknown> | Filters): Required<Filters> {
  const entries = Object.entries(filters).map(([name, read]) => [name, read(raw[name as keyof typeof raw])]);
  return Object.fromEntries(entries);
}
