import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { adminFreshFor, adminKey } from "../admin/queries.ts";
import { type AuditState, auditQueryOf } from "./audit-state.ts";

/** Entries in a page of the list (spec/administration 2.4). */
export const auditPageSize = 50;

export const auditKey = [adminKey, "audit"] as const;

/** A page of the audit trail. */
export function auditQuery(call: Call, state: AuditState) {
  const query = { page: state.page, limit: auditPageSize, ...auditQueryOf(state) };
  return queryOptions({
    queryKey: [...auditKey, "list", query],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/dashboard/audit", { query }, { signal }),
  });
}

/** The users, actions and resources in the trail. */
export function auditFiltersQuery(call: Call) {
  return queryOptions({
    queryKey: [...auditKey, "filters"],
    staleTime: adminFreshFor,
    queryFn: ({ signal }) => call("GET /api/admin/dashboard/audit/filters", {}, { signal }),
  });
}
