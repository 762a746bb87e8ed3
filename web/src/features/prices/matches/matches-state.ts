import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { adminFreshFor, adminKey } from "../../admin/queries.ts";
import type { Allowed, TabState } from "../../admin/tabs/tab-address.ts";

export interface MatchesState extends TabState {
  search: string;
  /** Empty = all. */
  store: string;
  state: "waiting" | "decided";
}

export const matchesDefaults: MatchesState = { page: 1, search: "", store: "", state: "waiting" };
export const matchesAllowed: Allowed<MatchesState> = { state: ["waiting", "decided"] };

export const matchesPageSize = 20;

/** A page of the products that wait for a decision, or that were decided. */
export function matchesQuery(call: Call, { page, search, store, state }: MatchesState) {
  const query = { page, limit: matchesPageSize, search, state, store: store || undefined };
  return queryOptions({
    queryKey: [adminKey, "matches", query],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/matches", { query }, { signal }),
  });
}
