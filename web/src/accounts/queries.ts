import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/call.ts";

/** The caller's sign-ins that are still good. Another device may have signed in at any time, so they are always asked for anew. */
export function signInsQuery(call: Call) {
  return queryOptions({
    queryKey: ["account", "sign-ins"],
    staleTime: 0,
    queryFn: async ({ signal }) => (await call("GET /api/auth/sessions", {}, { signal })).sessions,
  });
}
