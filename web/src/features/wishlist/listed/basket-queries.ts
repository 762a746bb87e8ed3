import { type QueryKey, queryOptions, useQuery } from "@tanstack/react-query";
import type { Basket } from "contract/wishlist/schema.ts";
import { marketKey } from "../../../api/market.ts";
import { atMyStores } from "../../../api/my-stores.ts";
import { freshFor } from "../../../api/query.ts";

/** The query of a basket; an explicit `prices_of: undefined` = at all stores, regardless of the visitor's choice. */
interface BasketQuery {
  country: string | undefined;
  prices_of?: string | undefined;
}

/** The cheapest options to buy a whole list today: at the visitor's stores, and at all of them. */
export function basketQueriesOf(
  queryKey: QueryKey,
  country: string | undefined,
  load: (query: BasketQuery, signal: AbortSignal) => Promise<Basket>,
) {
  const basketQuery = (name: string, query: BasketQuery) =>
    queryOptions({
      queryKey: [...queryKey, name, ...marketKey(country)] as QueryKey,
      staleTime: freshFor.wishlist,
      queryFn: ({ signal }) => load(atMyStores(query), signal),
    });
  return {
    shown: basketQuery("basket", { country }),
    everywhere: basketQuery("everywhere-basket", { country, prices_of: undefined }),
  };
}

export type BasketQueries = ReturnType<typeof basketQueriesOf>;

/** The lowest price of a game of the list that is in stock. */
export function useDeliverablePrice({ shown }: BasketQueries, gameId: number): number | undefined {
  const { data } = useQuery({
    ...shown,
    select: ({ with_keyshops: { items } }) => items.find(({ game_id }) => game_id === gameId)?.price,
  });
  return data;
}
