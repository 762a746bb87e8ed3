import { type QueryKey, queryOptions } from "@tanstack/react-query";
import type { ListedGame } from "contract/wishlist/schema.ts";

/** A game on a list, with the id of its item. */
export type RankedGame = ListedGame & { id: number };

interface PageOfGames {
  items: RankedGame[];
  totalPages: number;
}

/** All games of a list in their custom order, loaded page by page. */
export function wholeListQuery(
  queryKey: QueryKey,
  loadPage: (page: number, signal: AbortSignal) => Promise<PageOfGames>,
) {
  return queryOptions({
    queryKey,
    // editing starts from the current order
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const items: RankedGame[] = [];
      for (let page = 1, totalPages = 1; page <= totalPages; page++) {
        const response = await loadPage(page, signal);
        items.push(...response.items);
        totalPages = response.totalPages;
      }
      return items;
    },
  });
}

export type WholeListQuery = ReturnType<typeof wholeListQuery>;
