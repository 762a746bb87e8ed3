import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { adminFreshFor, adminKey } from "../admin/queries.ts";
import type { MessagesState } from "./messages-state.ts";

/** Messages in a page of the list (spec/contact 4.1). */
export const messagesPageSize = 20;

/** A page of the messages. */
export function messagesQuery(call: Call, { page, search, status, sort, order }: MessagesState) {
  const query = {
    page,
    limit: messagesPageSize,
    search,
    status: status || undefined,
    sortBy: sort,
    sortOrder: order,
  };
  return queryOptions({
    queryKey: [adminKey, "messages", query],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/contact/submissions", { query }, { signal }),
  });
}
