import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import { marketKey } from "../../api/market.ts";

/** A page of the bundles on sale. */
export function bundlesQuery(call: Call, page: number, country: string | undefined) {
  return queryOptions({
    queryKey: ["bundles", "list", page, ...marketKey(country)],
    queryFn: ({ signal }) => call("GET /api/bundles", { query: { page, limit: defaultPageSize, country } }, { signal }),
  });
}

/** A bundle with its tiers and items. */
export function bundleQuery(call: Call, id: number, country: string | undefined) {
  return queryOptions({
    queryKey: ["bundles", "one", id, ...marketKey(country)],
    queryFn: async ({ signal }) =>
      (await call("GET /api/bundles/{id}", { params: { id }, query: { country } }, { signal })).bundle,
  });
}

/** The games of a bundle that the user owns. */
export function ownedQuery(call: Call, id: number) {
  return queryOptions({
    // changes with the library
    queryKey: ["library", "bundle", id],
    queryFn: async ({ signal }) => (await call("GET /api/bundles/{id}/owned", { params: { id } }, { signal })).games,
  });
}
