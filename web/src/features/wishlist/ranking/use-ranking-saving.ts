import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { announceChange } from "../../../api/cross-tab-sync.ts";
import { latestOnly } from "../../../api/latest-only.ts";
import { useCall } from "../../../api/session.ts";
import { wishlistFailure } from "../wishlist-failure.ts";

/**
 * Saves the custom order: `push` takes all ids from the first place on, `settled` waits until all are saved. A failure
 * is only logged, and the list reloads (spec/wishlist-and-alerts 3.4).
 */
export function useRankingSaving() {
  const call = useCall();
  const queryClient = useQueryClient();
  const [saving] = useState(() =>
    latestOnly<readonly number[]>(async (wishlistIds) => {
      const items = wishlistIds.map((wishlistId, index) => ({ wishlistId, position: index + 1 }));
      try {
        await call("PUT /api/wishlist/reorder", { body: { items } });
        announceChange("wishlist");
      } catch (error) {
        console.error(wishlistFailure(error, "Failed to reorder wishlist"));
        void queryClient.invalidateQueries({ queryKey: ["wishlist", "whole"] });
      }
      // hidden lists are refetched when shown
      queryClient.removeQueries({ queryKey: ["wishlist", "list"], type: "inactive" });
    }),
  );
  return saving;
}
