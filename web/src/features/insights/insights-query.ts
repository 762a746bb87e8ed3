import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { adminFreshFor, adminKey } from "../admin/queries.ts";
import type { Allowed, TabState } from "../admin/tabs/tab-address.ts";

/** The periods that the tab offers, in days. */
export const periods = ["7", "30", "90"] as const;

export interface InsightsState extends TabState {
  days: (typeof periods)[number];
}

export const insightsDefaults: InsightsState = { page: 1, days: "30" };
export const insightsAllowed: Allowed<InsightsState> = { days: periods };

/** Sums of the last days. */
export function insightsQuery(call: Call, { days }: InsightsState) {
  const query = { days: Number(days) };
  return queryOptions({
    queryKey: [adminKey, "insights", days],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/insights", { query }, { signal }),
  });
}
