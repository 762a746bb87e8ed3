import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/call.ts";
import { wishlistPageSize } from "contract/wishlist/rules.ts";
import type { WishlistItem } from "contract/wishlist/schema.ts";
import { announceChange } from "../changes-elsewhere.ts";
import { freshFor } from "../query.ts";
import { checkGame } from "./game-check.ts";
import type { WishlistState } from "./wishlist-search.ts";

const staleTime = freshFor.wishlist;

/** A page of the wished games. */
export function wishlistQuery(call: Call, { sort, order, page }: WishlistState) {
  return queryOptions({
    queryKey: ["wishlist", "list", { sort, order, page }],
    staleTime,
    queryFn: ({ signal }) =>
      call("GET /api/wishlist", { query: { sort, order, page, limit: wishlistPageSize } }, { signal }),
  });
}

/** All wished games in their owner's order, gathered page by page. */
export function wholeWishlistQuery(call: Call) {
  return queryOptions({
    queryKey: ["wishlist", "whole"],
    // whoever edits the order starts from what it is now
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const items: WishlistItem[] = [];
      for (let page = 1, totalPages = 1; page <= totalPages; page++) {
        const query = { sort: "display_order", order: "ASC", page, limit: wishlistPageSize } as const;
        const answer = await call("GET /api/wishlist", { query }, { signal });
        items.push(...answer.items);
        totalPages = answer.totalPages;
      }
      return items;
    },
  });
}

/** How many games are wished for, what they cost, and what their best prices save. */
export function wishlistStatsQuery(call: Call) {
  return queryOptions({
    queryKey: ["wishlist", "stats"],
    staleTime,
    queryFn: ({ signal }) => call("GET /api/wishlist/stats", {}, { signal }),
  });
}

/** The cheapest ways to buy all wished games today. */
export function basketQuery(call: Call) {
  return queryOptions({
    queryKey: ["wishlist", "basket"],
    staleTime,
    queryFn: ({ signal }) => call("GET /api/wishlist/basket", {}, { signal }),
  });
}

const gameKey = (gameId: number) => ["wishlist", "game", gameId] as const;

/** The wished item of a game, `null` when it is not wished for. */
export function wishedGameQuery(call: Call, gameId: number) {
  return queryOptions({ queryKey: gameKey(gameId), staleTime, queryFn: () => checkGame(call, gameId) });
}

/**
 * Drops every answer about the wishlist, here and in other tabs; those on the screen are asked for anew.
 * The hearts on the screen stay as they are: only the one of the changed game differs, and what it is now is known.
 */
export async function forgetWishlist(queryClient: QueryClient, changed: { gameId: number; item: WishlistItem | null }) {
  const queryKey = gameKey(changed.gameId);
  // a check under way would bring back what was before
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, changed.item);
  queryClient.removeQueries({ queryKey: ["wishlist"], type: "inactive" });
  announceChange("wishlist");
  await queryClient.invalidateQueries({ queryKey: ["wishlist"], predicate: ({ queryKey }) => queryKey[1] !== "game" });
}
