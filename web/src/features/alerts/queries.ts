import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { alertTexts } from "contract/content-strings/defaults/personal/alert.ts";
import type { Call } from "contract/core/call.ts";
import type { PriceAlert } from "contract/notifications/alert-api.ts";
import type { RuleBody } from "contract/notifications/rule-schema.ts";
import { announceChange } from "../../api/cross-tab-sync.ts";
import { useCountry } from "../../api/market.ts";
import { freshFor } from "../../api/query.ts";
import { refetchChanged } from "../../api/refetch-changed.ts";
import { useCall } from "../../api/session.ts";
import { useTextOf } from "../../api/texts.ts";

/** Reads the texts of price alerts and those of all pages. */
export const useAlertText = () => useTextOf(alertTexts);

/** The fragment of an address that opens the form for an alert. */
export const setAlertHash = "set-alert";

/** Below the key of rules: what refetches those refetches alerts. */
const alertsKey = ["rules", "alerts"];

/** The user's rules that are price alerts, the newest first. Every page selects its own from them. */
export function alertsQuery(call: Call) {
  return queryOptions({
    queryKey: alertsKey,
    staleTime: freshFor.wishlist,
    queryFn: ({ signal }) =>
      call("GET /api/alerts", { query: { language: document.documentElement.lang } }, { signal }),
  });
}

type AlertListing = Awaited<ReturnType<NonNullable<ReturnType<typeof alertsQuery>["queryFn"]>>>;

/** Updates the cached alerts after one was set (`alert`) or removed (`null`), here and in other tabs. */
async function changeAlert(queryClient: QueryClient, gameId: number, alert: PriceAlert | null): Promise<void> {
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

/** Changes price alerts. Each function throws what its call throws. */
export function useAlertChanges() {
  const call = useCall();
  const country = useCountry();
  const queryClient = useQueryClient();
  return {
    /** Creates or replaces the game's alert; `targetPrice` in the market's currency, `null` for any drop. */
    async set(gameId: number, targetPrice: number | null, official: boolean): Promise<void> {
      const { alert } = await call("POST /api/alerts", {
        query: { country, language: document.documentElement.lang },
        body: { gameId, targetPrice, official },
      });
      await changeAlert(queryClient, gameId, alert);
    },
    async remove({ id, game_id }: PriceAlert): Promise<void> {
      await call("DELETE /api/alerts/{id}", { params: { id } });
      await changeAlert(queryClient, game_id, null);
    },
    /** Resumes alert mail. */
    async resumeMails(): Promise<void> {
      await call("PUT /api/alerts/mails", { body: { enabled: true } });
      announceChange("rules");
      await refetchChanged(queryClient, { queryKey: ["rules"] });
    },
  };
}

/** Adds a rule that all open channels of the user report. The function throws what its calls throw. */
export function useSaveRule() {
  const call = useCall();
  const queryClient = useQueryClient();
  return async (rule: Omit<RuleBody, "channels">): Promise<void> => {
    const { channels } = await call("GET /api/channels", {});
    const ids = channels.filter(({ state }) => state === "active" || state === "failing").map(({ id }) => id);
    await call("POST /api/rules", { body: { ...rule, channels: ids } });
    announceChange("rules");
    await refetchChanged(queryClient, { queryKey: ["rules"] });
  };
}
