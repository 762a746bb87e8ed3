import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { type ListFilter, listPageSize } from "contract/lists/rules.ts";
import type { ListedGame } from "contract/lists/schema.ts";
import { marketKey } from "../../api/market.ts";
import { atMyStores } from "../../api/my-stores.ts";
import { freshFor } from "../../api/query.ts";
import type { ListState } from "./list-search.ts";

const staleTime = freshFor.wishlist;

/** The user's lists; with a game also which of them have it. */
export function listsQuery(call: Call, gameId?: number) {
  return queryOptions({
    queryKey: ["lists", "all", gameId ?? null],
    staleTime,
    queryFn: async ({ signal }) => (await call("GET /api/lists", { query: { gameId } }, { signal })).lists,
  });
}

/** A list with its sharing options. */
export function listQuery(call: Call, id: number) {
  return queryOptions({
    queryKey: ["lists", "one", id],
    staleTime,
    queryFn: ({ signal }) => call("GET /api/lists/{id}", { params: { id } }, { signal }),
  });
}

/** One of the user's lists by its id, or the wishlist. */
export type OwnList = number | "wishlist";

/** A game on one of them, with the id of its item. */
export interface OwnItem extends ListedGame {
  id: number;
  /** Only on the wishlist. */
  priority?: number;
}

/** The beginnings of the keys of a list's queries. */
export const pagesKey = (list: OwnList) => (list === "wishlist" ? ["wishlist", "list"] : ["lists", "pages", list]);
export const wholeKey = (list: OwnList) => (list === "wishlist" ? ["wishlist", "whole"] : ["lists", "whole", list]);

interface PageQuery extends Omit<ListState, "show"> {
  show?: ListFilter;
  limit: number;
  country: string | undefined;
}

async function loadPage(call: Call, list: OwnList, page: PageQuery, signal: AbortSignal) {
  const query = atMyStores(page);
  if (list === "wishlist") {
    const response = await call("GET /api/wishlist", { query }, { signal });
    return { ...response, items: response.items.map((item): OwnItem => ({ ...item, id: item.wishlist_id })) };
  }
  const response = await call("GET /api/lists/{id}/items", { params: { id: list }, query }, { signal });
  return { ...response, items: response.items.map((item): OwnItem => ({ ...item, id: item.item_id })) };
}

/** A page of a list. */
export function itemsQuery(call: Call, list: OwnList, { show, ...part }: ListState, country: string | undefined) {
  return queryOptions({
    queryKey: [...pagesKey(list), { ...part, show }, ...marketKey(country)],
    staleTime,
    queryFn: ({ signal }) =>
      loadPage(call, list, { ...part, ...(show && { show }), limit: listPageSize, country }, signal),
  });
}

/** All games of a list in their custom order, loaded page by page. */
export function wholeListQuery(call: Call, list: OwnList, country: string | undefined) {
  return queryOptions({
    queryKey: [...wholeKey(list), ...marketKey(country)],
    // editing starts from the current order
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const items: OwnItem[] = [];
      const inOrder = { sort: "display_order", order: "ASC", limit: listPageSize, country } as const;
      for (let page = 1, totalPages = 1; page <= totalPages; page++) {
        const response = await loadPage(call, list, { ...inOrder, page }, signal);
        items.push(...response.items);
        totalPages = response.totalPages;
      }
      return items;
    },
  });
}

export type WholeListQuery = ReturnType<typeof wholeListQuery>;

/** Number, value and savings of the wishlisted games. */
export function wishlistStatsQuery(call: Call, country: string | undefined) {
  return queryOptions({
    queryKey: ["wishlist", "stats", ...marketKey(country)],
    staleTime,
    queryFn: ({ signal }) => call("GET /api/wishlist/stats", { query: atMyStores({ country }) }, { signal }),
  });
}

/** The cheapest options to buy a whole list today: at the visitor's stores, and at all of them. */
export function basketQueries(call: Call, list: OwnList, country: string | undefined) {
  /** An explicit `prices_of: undefined` = at all stores, regardless of the visitor's choice. */
  const basketQuery = (name: string, place: { country: string | undefined; prices_of?: string | undefined }) =>
    queryOptions({
      queryKey: [...(list === "wishlist" ? [list] : ["lists", "of", list]), name, ...marketKey(country)],
      staleTime,
      queryFn: ({ signal }) => {
        const query = atMyStores(place);
        return list === "wishlist"
          ? call("GET /api/wishlist/basket", { query }, { signal })
          : call("GET /api/lists/{id}/basket", { params: { id: list }, query }, { signal });
      },
    });
  return {
    shown: basketQuery("basket", { country }),
    everywhere: basketQuery("everywhere-basket", { country, prices_of: undefined }),
  };
}

export type BasketQueries = ReturnType<typeof basketQueries>;

/** The lowest price of a game of the list that is in stock. */
export function useDeliverablePrice({ shown }: BasketQueries, gameId: number): number | undefined {
  const { data } = useQuery({
    ...shown,
    select: ({ with_keyshops: { items } }) => items.find(({ game_id }) => game_id === gameId)?.price,
  });
  return data;
}
