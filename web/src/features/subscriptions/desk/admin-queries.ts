import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import type { Membership } from "contract/subscriptions/schema.ts";
import { adminKey } from "../../admin/queries.ts";
import type { TabState } from "../../admin/tab-list.tsx";

const key = [adminKey, "subscriptions"];

/** Services, plans with their current prices, and the latest readings. */
export const overviewQuery = (call: Call) =>
  queryOptions({ queryKey: key, queryFn: ({ signal }) => call("GET /api/admin/subscriptions", {}, { signal }) });

/** The list of memberships as its address states it. */
export interface MembershipsState extends TabState {
  search: string;
  plan: string;
  state: Membership["state"] | "";
}

export function membershipsQuery(call: Call, { search, plan, state, page }: MembershipsState) {
  const query = { search, page, limit: defaultPageSize, ...(plan && { plan }), ...(state && { state }) };
  return queryOptions({
    queryKey: [...key, "memberships", query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/subscriptions/memberships", { query }, { signal }),
  });
}

/** A page of all prices that a plan has had. */
export function planPricesQuery(call: Call, plan: string, page: number) {
  const input = { params: { key: plan }, query: { page, limit: defaultPageSize } };
  return queryOptions({
    queryKey: [...key, "prices", plan, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/subscriptions/plans/{key}/prices", input, { signal }),
  });
}
