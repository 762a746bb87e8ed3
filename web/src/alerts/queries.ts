import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { PriceAlert } from "contract/alerts/schema.ts";
import type { Call } from "contract/call.ts";
import { announceChange } from "../changes-elsewhere.ts";
import { freshFor } from "../query.ts";

const queryKey = ["alerts"] as const;

/** The signed-in visitor's price alerts, the newest first. Asked for as a whole: every page reads its own from it. */
export function alertsQuery(call: Call) {
  return queryOptions({
    queryKey,
    staleTime: freshFor.wishlist,
    queryFn: ({ signal }) => call("GET /api/alerts", {}, { signal }),
  });
}

type AlertListing = Awaited<ReturnType<NonNullable<ReturnType<typeof alertsQuery>["queryFn"]>>>;

/** Reads the alerts again, here and in other tabs, after something changed for all of them. */
export async function reloadAlerts(queryClient: QueryClient): Promise<void> {
  announceChange("alerts");
  await queryClient.invalidateQueries({ queryKey });
}

/** Makes the kept alerts true after one was set (`alert`) or removed (`null`), here and in other tabs. */
export async function changeAlert(queryClient: QueryClient, gameId: number, alert: PriceAlert | null): Promise<void> {
  // an answer under way would bring back what was before
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<AlertListing>(queryKey, (known) => {
    if (!known) return undefined;
    const alerts = withAlert(known.alerts, gameId, alert);
    return { ...known, alerts, total: alerts.length };
  });
  announceChange("alerts");
  // what was never answered is asked for now
  if (!queryClient.getQueryData(queryKey)) await queryClient.invalidateQueries({ queryKey });
}

/** The list with the game's alert in its place, a new one first. */
export function withAlert(alerts: readonly PriceAlert[], gameId: number, alert: PriceAlert | null): PriceAlert[] {
  const isThere = alerts.some((one) => one.game_id === gameId);
  if (alert && !isThere) return [alert, ...alerts];
  return alerts.flatMap((one) => (one.game_id !== gameId ? [one] : alert ? [alert] : []));
}
