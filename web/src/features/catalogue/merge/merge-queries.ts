import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { adminKey } from "../../admin/queries.ts";

/** Possible duplicates of a game or the results of a search, and the games merged into it. */
export function duplicatesQuery(call: Call, id: number, search: string) {
  return queryOptions({
    queryKey: [adminKey, "duplicates", id, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call("GET /api/admin/catalogue/games/{id}/duplicates", { params: { id }, query: { search } }, { signal }),
  });
}

/** What a merge would move now. */
export function mergePreviewQuery(call: Call, id: number, into: number) {
  return queryOptions({
    queryKey: [adminKey, "merge", id, into],
    staleTime: 0,
    queryFn: ({ signal }) =>
      call("GET /api/admin/catalogue/games/{id}/merge", { params: { id }, query: { into } }, { signal }),
  });
}
