import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { PriceAlert } from "contract/alerts/schema.ts";
import type { Call } from "contract/core/call.ts";
import { announceChange } from "../../api/cross-tab-sync.ts";
import { freshFor } from "../../api/query.ts";
import { refetchChanged } from "../../api/refetch-changed.ts";

const queryKey = ["alerts"] as const;

/** All price alerts of the user, newest first. Every page selects its own from them. */
export function alertsQuery(call: Call) {
  return queryOptions({
    queryKey,
    staleTime: freshFor.wishlist,
    queryFn: ({ signal }) => call("GET /api/alerts", {}, { signal }),
  });
}

type AlertListing = Awaited<ReturnType<NonNullable<ReturnType<typeof alertsQuery>["queryFn"]>>>;

/** Refetches the alerts, here and in other tabs. */
export async function reloadAlerts(queryClient: QueryClient): Promise<void> {
  announceChange("alerts");
  await refetchChanged(queryClient, { queryKey });
}

/** Updates the cached alerts after one was set (`alert`) or removed (`null`), here and in other tabs. */
export async function changeAlert(queryClient: QueryClient, gameId: number, alert: PriceAlert | null): Promise<void> {
  // a pending response would restore the previous state
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<AlertListing>(queryKey, (cached) => {
    if (!cached) return undefined;
    const alerts = withAlert(cached.alerts, gameId, alert);
    return { ...cached, alerts, total: alerts.length };
  });
  announceChange("alerts");
  // fetches alerts that were never loaded
  if (!queryClient.getQueryData(queryKey)) await refetchChanged(queryClient, { queryKey });
}

/** The list with the game's alert replaced, or added at the start. */
export function withAlert(alerts: readonly PriceAlert[], gameId: number, alert: PriceAlert | null): PriceAlert[] {
  const exists = alerts.some((one) => one.game_id === gameId);
  if (alert && !exists) return [alert, ...alerts];
  return alerts.flatMap((one) => (one.game_id !== gameId ? [one] : alert ? [alert] : []));
}
