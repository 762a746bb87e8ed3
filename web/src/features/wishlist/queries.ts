import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { wishlistPageSize } from "contract/wishlist/rules.ts";
import type { WishlistItem } from "contract/wishlist/schema.ts";
import { announceChange } from "../../api/cross-tab-sync.ts";
import { marketKey } from "../../api/market.ts";
import { atMyStores } from "../../api/my-stores.ts";
import { freshFor } from "../../api/query.ts";
import { refetchChanged } from "../../api/refetch-changed.ts";
import { checkGame } from "./game-check.ts";
import { basketQueriesOf } from "./listed/basket-queries.ts";
import type { ListedState } from "./listed/listed-search.ts";
import { wholeListQuery } from "./listed/ranking/ranked-games.ts";

const staleTime = freshFor.wishlist;

export const pagesKey = ["wishlist", "list"] as const;
export const wholeKey = ["wishlist", "whole"] as const;

/** A page of the wishlist. */
export function wishlistQuery(call: Call, { sort, order, page }: ListedState, country: string | undefined) {
  return queryOptions({
    queryKey: [...pagesKey, { sort, order, page }, ...marketKey(country)],
    staleTime,
    queryFn: ({ signal }) =>
      call(
        "GET /api/wishlist",
        { query: atMyStores({ sort, order, page, limit: wishlistPageSize, country }) },
        { signal },
      ),
  });
}

/** All wishlisted games in their custom order. */
export function wholeWishlistQuery(call: Call, country: string | undefined) {
  return wholeListQuery([...wholeKey, ...marketKey(country)], async (page, signal) => {
    const query = atMyStores({ sort: "display_order", order: "ASC", page, limit: wishlistPageSize, country } as const);
    const { items, totalPages } = await call("GET /api/wishlist", { query }, { signal });
    return { items: items.map((item) => ({ ...item, id: item.wishlist_id })), totalPages };
  });
}

/** Number, value and savings of the wishlisted games. */
export function wishlistStatsQuery(call: Call, country: string | undefined) {
  return queryOptions({
    queryKey: ["wishlist", "stats", ...marketKey(country)],
    staleTime,
    queryFn: ({ signal }) => call("GET /api/wishlist/stats", { query: atMyStores({ country }) }, { signal }),
  });
}

/** The cheapest options to buy all wishlisted games today. */
export function basketQueries(call: Call, country: string | undefined) {
  return basketQueriesOf(["wishlist"], country, (query, signal) =>
    call("GET /api/wishlist/basket", { query }, { signal }),
  );
}

const gameKey = (gameId: number) => ["wishlist", "game", gameId] as const;

/** The wishlist item of a game, or `null`. */
export function wishlistedGameQuery(call: Call, gameId: number) {
  return queryOptions({ queryKey: gameKey(gameId), staleTime, queryFn: () => checkGame(call, gameId) });
}

/**
 * Invalidates all wishlist queries, here and in other tabs. Hearts stay: only that of the changed game differs, and its
 * new state is known.
 */
export async function invalidateWishlist(
  queryClient: QueryClient,
  changed: { gameId: number; item: WishlistItem | null },
) {
  const queryKey = gameKey(changed.gameId);
  // a pending response would restore the previous state
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, changed.item);
  queryClient.removeQueries({ queryKey: ["wishlist"], type: "inactive" });
  announceChange("wishlist");
  await refetchChanged(queryClient, { queryKey: ["wishlist"], predicate: ({ queryKey }) => queryKey[1] !== "game" });
}
