import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import { adminFreshFor, adminKey } from "../../admin/queries.ts";

/** The list as its address states it. */
export interface BundlesState {
  page: number;
  search: string;
  state: string;
  [name: string]: string | number;
}

/** A page of all bundles. */
export function adminBundlesQuery(call: Call, { page, search, state }: BundlesState) {
  const shown = (["shown", "hidden"] as const).find((one) => one === state);
  const query = { page, limit: defaultPageSize, search: search || undefined, state: shown };
  return queryOptions({
    queryKey: [adminKey, "bundles", page, search, state],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/bundles", { query }, { signal }),
  });
}

export function adminBundleQuery(call: Call, id: number) {
  return queryOptions({
    queryKey: [adminKey, "bundle", id],
    queryFn: async ({ signal }) => (await call("GET /api/admin/bundles/{id}", { params: { id } }, { signal })).bundle,
  });
}

/** The latest readings of all sources. */
export function bundleReadingsQuery(call: Call) {
  return queryOptions({
    queryKey: [adminKey, "bundle-readings"],
    queryFn: ({ signal }) => call("GET /api/admin/bundles/readings", { query: { limit: 10 } }, { signal }),
  });
}
