import type { QueryClient, QueryFilters } from "@tanstack/react-query";

/**
 * Invalidates queries after a change. First loads that are under way start again, since their responses may be older
 * than the change; `invalidateQueries` by itself restarts only queries that already have data.
 */
export function refetchChanged(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  const shown = queryClient.getQueryCache().findAll({ ...filters, type: "active" });
  for (const query of shown) if (query.state.data === undefined) void query.cancel({ silent: true });
  return queryClient.invalidateQueries(filters);
}
