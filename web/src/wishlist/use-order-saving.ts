import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../accounts/session.ts";
import { announceChange } from "../changes-elsewhere.ts";
import { latestOnly } from "./latest-only.ts";
import { wishlistFailure } from "./wishlist-failure.ts";

/**
 * Sends the custom order: `push` takes the ids of all items from the first place on, `settled` waits until all is sent.
 * A failure is only logged, and the list is loaded again (spec/wishlist-and-alerts 3.4).
 */
export function useOrderSaving() {
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
      // lists that nobody sees are asked for when they are shown again
      queryClient.removeQueries({ queryKey: ["wishlist", "list"], type: "inactive" });
    }),
  );
  return saving;
}
