import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { ReportOutcome } from "contract/prices/report-rules.ts";
import { adminFreshFor, adminKey } from "../../admin/queries.ts";
import type { Allowed, TabState } from "../../admin/tabs/tab-address.ts";

export interface ReportsState extends TabState {
  state: "open" | "settled";
}

export const reportsDefaults: ReportsState = { page: 1, state: "open" };
export const reportsAllowed: Allowed<ReportsState> = { state: ["open", "settled"] };

export const reportsPageSize = 20;

export const outcomeNames: Record<ReportOutcome, string> = {
  corrected: "Corrected",
  was_right: "The price was right",
  cannot_reproduce: "Cannot reproduce",
};

/** A page of the reports, by offer. */
export function reportsQuery(call: Call, { page, state }: ReportsState) {
  const query = { page, limit: reportsPageSize, state };
  return queryOptions({
    queryKey: [adminKey, "reports", query],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/reports", { query }, { signal }),
  });
}
