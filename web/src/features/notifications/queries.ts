import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { RuleBody } from "contract/notifications/rule-schema.ts";
import { announceChange } from "../../api/cross-tab-sync.ts";
import { freshFor } from "../../api/query.ts";
import { refetchChanged } from "../../api/refetch-changed.ts";
import { useCall } from "../../api/session.ts";

const staleTime = freshFor.wishlist;

/** The user's rules, the newest first, and the lists that rules can be about. */
export function rulesQuery(call: Call) {
  return queryOptions({
    queryKey: ["rules", "list"],
    staleTime,
    queryFn: ({ signal }) => call("GET /api/rules", { query: { language: document.documentElement.lang } }, { signal }),
  });
}

/** Refetches rules and price alerts, here and in other tabs. */
export async function reloadRules(queryClient: QueryClient): Promise<void> {
  announceChange("rules");
  await refetchChanged(queryClient, { queryKey: ["rules"] });
}

/** When the user wants to be notified. */
export function settingsQuery(call: Call) {
  return queryOptions({
    queryKey: ["notification-settings"],
    staleTime,
    queryFn: async ({ signal }) => (await call("GET /api/notifications/settings", {}, { signal })).settings,
  });
}

/** A page of the inbox, the newest first. */
export function inboxQuery(call: Call, page: number) {
  return queryOptions({
    queryKey: ["inbox", "list", page],
    staleTime,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { page, limit: 20, language: document.documentElement.lang };
      return call("GET /api/inbox", { query }, { signal });
    },
  });
}

/** How many events of the inbox are unread; updated by the stream. */
export const unreadQuery = queryOptions<number>({
  queryKey: ["inbox", "unread"],
  staleTime: Number.POSITIVE_INFINITY,
  enabled: false,
});

/** Stores how many events are unread, and refetches the inbox if the number has changed. */
export function setUnread(queryClient: QueryClient, unread: number): void {
  const previous = queryClient.getQueryData(unreadQuery.queryKey);
  queryClient.setQueryData(unreadQuery.queryKey, unread);
  if (previous === undefined || previous === unread) return;
  void refetchChanged(queryClient, { queryKey: ["inbox", "list"] });
  void refetchChanged(queryClient, { queryKey: ["rules"] });
}

/** Changes rules. Each function throws what its call throws. */
export function useRuleChanges() {
  const call = useCall();
  const queryClient = useQueryClient();
  return {
    /** Adds a rule, or replaces the one of that id. */
    async save(body: RuleBody, id: number | undefined): Promise<void> {
      if (id === undefined) await call("POST /api/rules", { body });
      else await call("PUT /api/rules/{id}", { params: { id }, body });
      await reloadRules(queryClient);
    },
    async remove(id: number): Promise<void> {
      await call("DELETE /api/rules/{id}", { params: { id } });
      await reloadRules(queryClient);
    },
  };
}
