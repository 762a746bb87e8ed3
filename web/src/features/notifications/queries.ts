import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { PriceAlert } from "contract/notifications/alert-api.ts";
import { announceChange } from "../../api/cross-tab-sync.ts";
import { freshFor } from "../../api/query.ts";
import { refetchChanged } from "../../api/refetch-changed.ts";

const staleTime = freshFor.wishlist;

/** The user's rules, the newest first, and the lists that rules can be about. */
export function rulesQuery(call: Call) {
  return queryOptions({
    queryKey: ["rules", "list"],
    staleTime,
    queryFn: ({ signal }) => call("GET /api/rules", {}, { signal }),
  });
}

const alertsKey = ["rules", "alerts"];

/** The user's rules that are price alerts, the newest first. Every page selects its own from them. */
export function alertsQuery(call: Call) {
  return queryOptions({
    queryKey: alertsKey,
    staleTime,
    queryFn: ({ signal }) => call("GET /api/alerts", {}, { signal }),
  });
}

type AlertListing = Awaited<ReturnType<NonNullable<ReturnType<typeof alertsQuery>["queryFn"]>>>;

/** Updates the cached alerts after one was set (`alert`) or removed (`null`), here and in other tabs. */
export async function changeAlert(queryClient: QueryClient, gameId: number, alert: PriceAlert | null): Promise<void> {
  // a pending response would restore the previous state
  await queryClient.cancelQueries({ queryKey: alertsKey });
  queryClient.setQueryData<AlertListing>(alertsKey, (cached) => {
    if (!cached) return undefined;
    const alerts = withAlert(cached.alerts, gameId, alert);
    return { ...cached, alerts, total: alerts.length };
  });
  announceChange("rules");
  // the first alert adds a channel
  for (const queryKey of [["rules", "list"], ["channels"]]) void queryClient.invalidateQueries({ queryKey });
  // fetches alerts that were never loaded
  if (!queryClient.getQueryData(alertsKey)) await refetchChanged(queryClient, { queryKey: alertsKey });
}

/** The list with the game's alert replaced, or added at the start. */
export function withAlert(alerts: readonly PriceAlert[], gameId: number, alert: PriceAlert | null): PriceAlert[] {
  const exists = alerts.some((one) => one.game_id === gameId);
  if (alert && !exists) return [alert, ...alerts];
  return alerts.flatMap((one) => (one.game_id !== gameId ? [one] : alert ? [alert] : []));
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
    queryFn: ({ signal }) => call("GET /api/inbox", { query: { page, limit: 20 } }, { signal }),
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
