import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { adminFreshFor, adminKey } from "../admin/queries.ts";

export const storesKey = [adminKey, "stores"] as const;

/** All stores, in the order that settles ties. */
export function storesQuery(call: Call) {
  return queryOptions({
    queryKey: storesKey,
    staleTime: adminFreshFor,
    queryFn: async ({ signal }) => (await call("GET /api/admin/stores", {}, { signal })).stores,
  });
}

/** All markets, by country. */
export function marketsQuery(call: Call) {
  return queryOptions({
    queryKey: [adminKey, "markets"],
    staleTime: adminFreshFor,
    queryFn: async ({ signal }) => (await call("GET /api/admin/markets", {}, { signal })).markets,
  });
}
