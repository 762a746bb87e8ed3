import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { adminFreshFor, adminKey } from "../../admin/queries.ts";

/** The feeds, and the stores and markets that may have one. */
export function feedsQuery(call: Call) {
  return queryOptions({
    queryKey: [adminKey, "feeds"],
    staleTime: adminFreshFor,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/feeds", {}, { signal }),
  });
}
