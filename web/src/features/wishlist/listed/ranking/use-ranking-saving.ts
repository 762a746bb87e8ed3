import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { latestOnly } from "../../../../api/latest-only.ts";
import { wishlistFailure } from "../../wishlist-failure.ts";

export interface SavedRanking {
  /** Sends the items in their new places, counted from 1. */
  save: (places: readonly { id: number; position: number }[]) => Promise<unknown>;
  /** Logged on failure, unless the server gives a reason. */
  failure: string;
  /** The whole list, which is refetched after a failure. */
  wholeKey: QueryKey;
  /** The pages of the list. */
  pagesKey: QueryKey;
}

/**
 * Saves the custom order: `push` takes all ids from the first place on, `settled` waits until all are saved. A failure
 * is only logged, and the list reloads (spec/wishlist-and-alerts 3.4).
 */
export function useRankingSaving({ save, failure, wholeKey, pagesKey }: SavedRanking) {
  const queryClient = useQueryClient();
  const [saving] = useState(() =>
    latestOnly<readonly number[]>(async (ids) => {
      try {
        await save(ids.map((id, index) => ({ id, position: index + 1 })));
      } catch (error) {
        console.error(wishlistFailure(error, failure));
        void queryClient.invalidateQueries({ queryKey: wholeKey });
      }
      // hidden lists are refetched when shown
      queryClient.removeQueries({ queryKey: pagesKey, type: "inactive" });
    }),
  );
  return saving;
}
