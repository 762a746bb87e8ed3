import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/call.ts";
import { freshFor } from "../query.ts";

/** The caller's sign-ins that are still good. Another device may have signed in at any time, so they are always asked for anew. */
export function signInsQuery(call: Call) {
  return queryOptions({
    queryKey: ["account", "sign-ins"],
    staleTime: 0,
    queryFn: async ({ signal }) => (await call("GET /api/auth/sessions", {}, { signal })).sessions,
  });
}

/** How many games the caller wishes for, and what their best prices save. */
export function wishlistStatsQuery(call: Call) {
  return queryOptions({
    queryKey: ["wishlist", "stats"],
    staleTime: freshFor.wishlist,
    queryFn: ({ signal }) => call("GET /api/wishlist/stats", {}, { signal }),
  });
}

/** The caller's price alerts, the newest first. */
export function alertsQuery(call: Call) {
  return queryOptions({
    queryKey: ["alerts"],
    staleTime: freshFor.wishlist,
    queryFn: ({ signal }) => call("GET /api/alerts", {}, { signal }),
  });
}
