import { useQueryClient } from "@tanstack/react-query";
import type { WishlistItem } from "contract/wishlist/schema.ts";
import { ApiError } from "../../api/api-error.ts";
import { storedToken, useCall } from "../../api/session.ts";
import { invalidateWishlist } from "./queries.ts";

/** Changes the wishlist and invalidates its queries. Each function throws what its call throws. */
export function useWishlistChanges() {
  const call = useCall();
  const queryClient = useQueryClient();
  return {
    async add(gameId: number): Promise<void> {
      requireToken();
      const { item } = await call("POST /api/wishlist", { body: { gameId } });
      await invalidateWishlist(queryClient, { gameId, item });
    },
    async remove(gameId: number): Promise<void> {
      requireToken();
      await call("DELETE /api/wishlist/game/{gameId}", { params: { gameId } });
      await invalidateWishlist(queryClient, { gameId, item: null });
    },
    async update(wishlistId: number, change: Partial<Pick<WishlistItem, "priority" | "notes">>): Promise<void> {
      requireToken();
      const { item } = await call("PUT /api/wishlist/{id}", { params: { id: wishlistId }, body: change });
      await invalidateWishlist(queryClient, { gameId: item.game_id, item });
    },
  };
}

/** Without a token nothing is sent (spec/wishlist-and-alerts 3.3). */
function requireToken(): void {
  if (storedToken() !== null) return;
  const message = "Not authenticated";
  throw new ApiError(message, { status: 401, code: "unauthenticated", serverMessage: message });
}
