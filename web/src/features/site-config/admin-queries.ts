import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { adminFreshFor, adminKey } from "../admin/queries.ts";

/** All settings. They are few and filtered in the browser, so that edits of hidden ones are not lost. */
export function configsQuery(call: Call) {
  return queryOptions({
    queryKey: [adminKey, "config"],
    staleTime: adminFreshFor,
    queryFn: async ({ signal }) => (await call("GET /api/admin/config", {}, { signal })).configs,
  });
}
