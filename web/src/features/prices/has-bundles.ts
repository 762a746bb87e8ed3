import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { freshFor } from "../../api/query.ts";

/** Whether any bundle is on sale in a country; without one, the site says nothing about bundles. */
export function hasBundlesQuery(call: Call, country: string) {
  return queryOptions({
    queryKey: ["bundles", "any", country],
    staleTime: freshFor.wishlist,
    queryFn: async ({ signal }) =>
      (await call("GET /api/bundles", { query: { limit: 1, country } }, { signal })).total > 0,
  });
}
