import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { adminKey } from "../../admin/queries.ts";

/** The refetch interval: items solved elsewhere turn green without a reload. */
const refetchMs = 15_000;

/** What the site still needs. */
export function checklistQuery(call: Call) {
  return queryOptions({
    queryKey: [adminKey, "checklist"],
    staleTime: 0,
    refetchInterval: refetchMs,
    queryFn: ({ signal }) => call("GET /api/admin/dashboard/checklist", {}, { signal }),
  });
}
