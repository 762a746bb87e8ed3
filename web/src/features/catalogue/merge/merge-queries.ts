import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { adminKey } from "../../admin/queries.ts";

/** Games that may be the same, or that a search finds, and what was merged into the game. */
export function duplicatesQuery(call: Call, id: number, search: string) {
  return queryOptions({
    queryKey: [adminKey, "duplicates", id, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call("GET /api/admin/catalogue/games/{id}/duplicates", { params: { id }, query: { search } }, { signal }),
  });
}

/** What a merge would move, as it is now. */
export function mergePreviewQuery(call: Call, id: number, into: number) {
  return queryOptions({
    queryKey: [adminKey, "merge", id, into],
    staleTime: 0,
    queryFn: ({ signal }) =>
      call("GET /api/admin/catalogue/games/{id}/merge", { params: { id }, query: { into } }, { signal }),
  });
}
