import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";

/** The user's second factors, and how many recovery codes are left. */
export function factorsQuery(call: Call) {
  return queryOptions({
    queryKey: ["account", "factors"],
    staleTime: 0,
    queryFn: ({ signal }) => call("GET /api/auth/factors", {}, { signal }),
  });
}

/** The user's API keys, newest first, and the scopes that a key can have. Always refetched: their last use changes elsewhere. */
export function keysQuery(call: Call) {
  return queryOptions({
    queryKey: ["account", "keys"],
    staleTime: 0,
    queryFn: ({ signal }) => call("GET /api/keys", {}, { signal }),
  });
}

/** The user's active sessions. Always refetched, because another device may sign in at any time. */
export function signInsQuery(call: Call) {
  return queryOptions({
    queryKey: ["account", "sign-ins"],
    staleTime: 0,
    queryFn: async ({ signal }) => (await call("GET /api/auth/sessions", {}, { signal })).sessions,
  });
}
