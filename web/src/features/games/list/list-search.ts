import type { Order } from "contract/core/sorting.ts";
import type { FilterName } from "contract/games/filter-kinds.ts";
import { firstOrder, type GameSort, gameSorts } from "contract/games/sorting.ts";
import type { Feed } from "../../../page/feeds.ts";
import {
  filterNamesIn,
  invalidFilters,
  type ListFilters,
  readFilters,
  readSetFilters,
  splitList,
} from "./list-filters.ts";

/** Sorts that the free games page offers, in the order of its buttons. */
export const freeSorts = ["rating", "name", "release", "score"] as const;
export type FreeSort = (typeof freeSorts)[number];

/** Sorts of the browse page with a button. */
export const browseSorts = ["rating", "lowest_price", "title", "release_date"] as const satisfies readonly GameSort[];

/** Its other sorts, which a menu offers, after `relevance` while searching. */
export const otherSorts = [
  "popularity",
  "cut",
  "price_changed",
  "player_count",
  "metacritic_score",
] as const satisfies readonly GameSort[];

export type ListLibrary = "show" | "dlc";

/** The state of a list, complete. */
export interface ListState<Sort extends string> extends ListFilters {
  search: string;
  /** Whether to search for what was typed, without corrections. */
  exact?: "true" | undefined;
  sort: Sort;
  order: Order;
  page: number;
  /** How games are shown; by default as a grid of cards. */
  view?: "list" | undefined;
  /** With the games that the visitor owns or ignores, or only DLC for the owned ones. */
  library?: ListLibrary | undefined;
}

/** The same as search parameters, without defaults. */
export interface ListSearch<Sort extends string> extends ListFilters {
  search?: string | undefined;
  exact?: "true" | undefined;
  sort?: Sort | undefined;
  order?: Order | undefined;
  page?: number | undefined;
  view?: "list" | undefined;
  library?: ListLibrary | undefined;
  /** Names of filters with invalid values, separated by commas. */
  ignored?: string | undefined;
}

export type BrowseState = ListState<GameSort>;
export type FreeState = ListState<FreeSort>;
export type BrowseSearch = ListSearch<GameSort>;

/** Where a list is, and what its addresses may contain. */
export interface ListPlace<Sort extends string> {
  /** Its route. */
  link: { to: string; params?: Readonly<Record<string, string>> };
  /** Without a country. */
  path: string;
  /** The sorts that an address may name, the default one first. */
  sorts: readonly Sort[];
  /** The filters that the page is about. */
  about?: ListFilters;
}

export const gamesPlace: ListPlace<GameSort> = { link: { to: "/games" }, path: "/games", sorts: gameSorts };
export const freePlace: ListPlace<FreeSort> = { link: { to: "/free" }, path: "/free", sorts: freeSorts };

/** The filters of a list, narrowed to what its page is about. Games must have the tags of both. */
export function narrowTo<Filters extends ListFilters>(about: ListFilters = {}, filters: Filters): Filters {
  const tags = [about.tag, filters.tag].flatMap(splitList);
  const max = [about.max_price, filters.max_price].filter((price) => price !== undefined);
  return {
    ...filters,
    ...about,
    ...(tags.length > 0 && { tag: [...new Set(tags)].join(",") }),
    ...(max.length > 0 && { max_price: Math.min(...max) }),
  };
}

const maxSearchLength = 100;

/** Searches sort by relevance by default, except on the free games page. */
function defaultSort<Sort extends string>(sorts: readonly Sort[], search: string): Sort {
  return search !== "" && (sorts as readonly string[]).includes("relevance") ? ("relevance" as Sort) : sorts[0]!;
}

/** Parses an address. Invalid values are ignored, so that no link breaks the page. */
export function parseListSearch<Sort extends GameSort | FreeSort>(
  raw: Record<string, unknown>,
  sorts: readonly Sort[],
): ListSearch<Sort> {
  const page = Number(raw.page);
  const order = String(raw.order).toUpperCase();
  // a search for 2048 may arrive as a number
  const search = raw.search === undefined ? "" : [...String(raw.search).trim()].slice(0, maxSearchLength).join("");
  const valid = toListSearch<Sort>(
    {
      search,
      exact: String(raw.exact) === "true" ? "true" : undefined,
      ...readFilters(raw),
      sort: sorts.find((sort) => sort === raw.sort) ?? defaultSort(sorts, search),
      ...((order === "ASC" || order === "DESC") && { order }),
      page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, 1_000_000_000) : 1,
      view: raw.view === "list" ? "list" : undefined,
      library: raw.library === "show" || raw.library === "dlc" ? raw.library : undefined,
    },
    sorts,
  );
  return {
    ignored: filterNamesIn([raw.ignored, ...invalidFilters(raw)].join(",")),
    ...valid,
  };
}

/** The search parameters of a state. Without `order` it is the sort's default. */
export function toListSearch<Sort extends GameSort | FreeSort>(
  state: Omit<ListState<Sort>, "order"> & { order?: Order },
  sorts: readonly Sort[],
): ListSearch<Sort> {
  const { search, exact, sort, order, page, view, library } = state;
  // without a search there is no relevance
  const isDefault = sort === defaultSort(sorts, search) || (sort === "relevance" && search === "");
  // all names, because the router keeps the raw values of missing ones
  return {
    search: search || undefined,
    exact: search ? exact : undefined,
    ...readFilters(state),
    sort: isDefault ? undefined : sort,
    order: order === firstOrder(sort) ? undefined : order,
    page: page > 1 ? page : undefined,
    view,
    library,
  };
}

/** The state of an address, with defaults. Only filters that are set: it identifies the results in the cache. */
export function toListState<Sort extends GameSort | FreeSort>(
  search: ListSearch<Sort>,
  sorts: readonly Sort[],
): ListState<Sort> {
  const sort = search.sort ?? defaultSort(sorts, search.search ?? "");
  return {
    search: search.search ?? "",
    exact: search.exact,
    ...readSetFilters(search),
    sort,
    order: search.order ?? firstOrder(sort),
    page: search.page ?? 1,
    view: search.view,
    library: search.library,
  };
}

/** The address after a change: at page 1 unless it names one. A default sort follows the search. */
export function changeList<Sort extends GameSort | FreeSort>(
  latest: ListSearch<Sort>,
  change: Partial<ListState<Sort>>,
  sorts: readonly Sort[],
): ListSearch<Sort> {
  const state = { ...toListState(latest, sorts), page: 1, ...change };
  if (latest.sort === undefined && change.sort === undefined) {
    state.sort = defaultSort(sorts, state.search);
    if (state.sort !== toListState(latest, sorts).sort) state.order = firstOrder(state.sort);
  }
  // another search is corrected again
  if (change.search !== undefined && change.exact === undefined) state.exact = undefined;
  return toListSearch(state, sorts);
}

/** The address without these filters, which the page then reports as ignored. */
export function ignoreFilters(latest: BrowseSearch, names: readonly FilterName[]): BrowseSearch {
  const without = Object.fromEntries(names.map((name) => [name, undefined]));
  return { ...latest, ...without, ignored: [latest.ignored, ...names].filter(Boolean).join(",") };
}

/**
 * The state after a click on a sort button: the active one flips its direction, a new one starts with its default; both
 * start at page 1.
 */
export function toggleSort<Sort extends GameSort | FreeSort>(state: ListState<Sort>, sort: Sort): ListState<Sort> {
  const flipped = state.order === "ASC" ? "DESC" : "ASC";
  return { ...state, sort, order: sort === state.sort ? flipped : firstOrder(sort), page: 1 };
}

/** The feed of a list with its search and filters, from the address of its page. */
export function listFeed({ page, sort: sortBy, ...search }: ListSearch<string>): Feed {
  return { name: "games", search: { ...search, sortBy } };
}
