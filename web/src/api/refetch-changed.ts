import type { QueryClient, QueryFilters } from "@tanstack/react-query";

/**
 * Invalidates queries after a change. Pending first loads restart, since their responses may be older than the change;
 * `invalidateQueries` by itself restarts only queries that already have data.
 */
export function refetchChanged(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  const active = queryClient.getQueryCache().findAll({ ...filters, type: "active" });
  for (const query of active) if (query.state.data === undefined) void query.cancel({ silent: true });
  return queryClient.invalidateQueries(filters);
}
