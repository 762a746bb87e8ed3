import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/call.ts";
import { adminFreshFor, adminKey } from "../admin/queries.ts";

/** All settings: few enough to be searched here, so that edits of those not on show are not lost. Takes the panel's call. */
export function configsQuery(call: Call) {
  return queryOptions({
    queryKey: [adminKey, "config"],
    staleTime: adminFreshFor,
    queryFn: async ({ signal }) => (await call("GET /api/admin/config", {}, { signal })).configs,
  });
}
