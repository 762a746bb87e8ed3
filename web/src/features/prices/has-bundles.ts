import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { marketKey } from "../../api/market.ts";
import { freshFor } from "../../api/query.ts";

/** Whether any bundle is on sale; without one, pages say nothing about bundles. */
export function hasBundlesQuery(call: Call, country: string | undefined) {
  return queryOptions({
    queryKey: ["bundles", "any", ...marketKey(country)],
    staleTime: freshFor.wishlist,
    queryFn: async ({ signal }) =>
      (await call("GET /api/bundles", { query: { limit: 1, country } }, { signal })).total > 0,
  });
}
