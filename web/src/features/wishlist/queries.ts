import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { WishlistItem } from "contract/lists/schema.ts";
import { ApiError } from "../../api/api-error.ts";
import { announceChange } from "../../api/cross-tab-sync.ts";
import { freshFor } from "../../api/query.ts";
import { refetchChanged } from "../../api/refetch-changed.ts";
import { storedToken, useCall } from "../../api/session.ts";
import { logFailure } from "../../page/log-failure.ts";

/** The most games in one call. */
const maxBatchSize = 100;

/** How long a batch collects games, in milliseconds: the hearts of a page appear within one frame. */
const batchMs = 20;

type Items = Readonly<Record<string, WishlistItem>>;

/** The open batch with its shared response. */
let batch: { gameIds: Set<number>; items: Promise<Items> } | undefined;

/**
 * The wishlist item of a game, or `null`. Checks within a short time, as by the cards of a page, share one call. Never
 * rejects: on failure nothing counts as wishlisted (spec/wishlist-and-alerts 4.2).
 */
export async function checkGame(call: Call, gameId: number): Promise<WishlistItem | null> {
  batch ??= startBatch(call);
  batch.gameIds.add(gameId);
  return (await batch.items)[gameId] ?? null;
}

function startBatch(call: Call) {
  const gameIds = new Set<number>();
  const collected = new Promise((resolve) => setTimeout(resolve, batchMs));
  const items = collected.then(() => {
    batch = undefined;
    return checkGames(call, [...gameIds]);
  });
  return { gameIds, items };
}

async function checkGames(call: Call, gameIds: number[]): Promise<Items> {
  const calls = [];
  for (let first = 0; first < gameIds.length; first += maxBatchSize) {
    calls.push(call("POST /api/wishlist/check", { body: { gameIds: gameIds.slice(first, first + maxBatchSize) } }));
  }
  try {
    return Object.assign({}, ...(await Promise.all(calls)).map(({ items }) => items));
  } catch (error) {
    logFailure(error);
    return {};
  }
}

const gameKey = (gameId: number) => ["wishlist", "game", gameId] as const;

/** The wishlist item of a game, or `null`. */
export function wishlistedGameQuery(call: Call, gameId: number) {
  return queryOptions({
    queryKey: gameKey(gameId),
    staleTime: freshFor.wishlist,
    queryFn: () => checkGame(call, gameId),
  });
}

/** Changes the wishlist and invalidates its queries. Each function throws what its call throws. */
export function useWishlistChanges() {
  const call = useCall();
  const queryClient = useQueryClient();
  return {
    async add(gameId: number): Promise<void> {
      requireToken();
      const { item } = await call("POST /api/wishlist", { body: { gameId } });
      await invalidateWishlist(queryClient, [{ gameId, item }]);
    },
    async remove(gameIds: readonly number[]): Promise<void> {
      requireToken();
      const [only, ...others] = gameIds;
      if (others.length === 0) await call("DELETE /api/wishlist/game/{gameId}", { params: { gameId: only! } });
      else await call("POST /api/wishlist/remove", { body: { gameIds: [...gameIds] } });
      await invalidateWishlist(
        queryClient,
        gameIds.map((gameId) => ({ gameId, item: null })),
      );
    },
    async update(wishlistId: number, change: Partial<Pick<WishlistItem, "priority" | "notes">>): Promise<void> {
      requireToken();
      const { item } = await call("PUT /api/wishlist/{id}", { params: { id: wishlistId }, body: change });
      await invalidateWishlist(queryClient, [{ gameId: item.game_id, item }]);
    },
  };
}

/** Without a token nothing is sent (spec/wishlist-and-alerts 3.3). */
function requireToken(): void {
  if (storedToken() !== null) return;
  const message = "Not authenticated";
  throw new ApiError(message, { status: 401, code: "unauthenticated", serverMessage: message });
}

/**
 * Invalidates all wishlist queries, here and in other tabs. Hearts stay: only those of the changed games differ, and
 * their new state is known.
 */
async function invalidateWishlist(
  queryClient: QueryClient,
  changed: readonly { gameId: number; item: WishlistItem | null }[],
) {
  for (const { gameId, item } of changed) {
    const queryKey = gameKey(gameId);
    // a pending response would restore the previous state
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, item);
  }
  queryClient.removeQueries({ queryKey: ["wishlist"], type: "inactive" });
  announceChange("wishlist");
  await refetchChanged(queryClient, { queryKey: ["wishlist"], predicate: ({ queryKey }) => queryKey[1] !== "game" });
}
