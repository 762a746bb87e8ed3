import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { wishlistPageSize } from "contract/wishlist/rules.ts";
import { marketKey } from "../../api/market.ts";
import { atMyStores } from "../../api/my-stores.ts";
import { freshFor } from "../../api/query.ts";
import { basketQueriesOf } from "../wishlist/listed/basket-queries.ts";
import type { ListedState } from "../wishlist/listed/listed-search.ts";
import { wholeListQuery } from "../wishlist/listed/ranking/ranked-games.ts";

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

export const pagesKey = (id: number) => ["lists", "pages", id] as const;
export const wholeKey = (id: number) => ["lists", "whole", id] as const;

/** A page of a list. */
export function listItemsQuery(call: Call, id: number, state: ListedState, country: string | undefined) {
  const { sort, order, page } = state;
  return queryOptions({
    queryKey: [...pagesKey(id), { sort, order, page }, ...marketKey(country)],
    staleTime,
    queryFn: ({ signal }) => {
      const query = atMyStores({ sort, order, page, limit: wishlistPageSize, country });
      return call("GET /api/lists/{id}/items", { params: { id }, query }, { signal });
    },
  });
}

/** All games of a list in their custom order. */
export function wholeItemsQuery(call: Call, id: number, country: string | undefined) {
  return wholeListQuery([...wholeKey(id), ...marketKey(country)], async (page, signal) => {
    const input = { params: { id }, query: atMyStores({ page, limit: wishlistPageSize, country }) };
    const { items, totalPages } = await call("GET /api/lists/{id}/items", input, { signal });
    return { items: items.map((item) => ({ ...item, id: item.item_id })), totalPages };
  });
}

/** The cheapest options to buy a whole list today. */
export function listBasketQueries(call: Call, id: number, country: string | undefined) {
  return basketQueriesOf(["lists", "of", id], country, (query, signal) =>
    call("GET /api/lists/{id}/basket", { params: { id }, query }, { signal }),
  );
}
