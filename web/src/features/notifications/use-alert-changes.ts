import { useQueryClient } from "@tanstack/react-query";
import type { PriceAlert } from "contract/notifications/alert-api.ts";
import { useCountry } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { changeAlert, reloadRules } from "./queries.ts";

/** Changes price alerts. Each function throws what its call throws. */
export function useAlertChanges() {
  const call = useCall();
  const country = useCountry();
  const queryClient = useQueryClient();
  return {
    /** Creates or replaces the game's alert; `targetPrice` in the market's currency, `null` for any drop. */
    async set(gameId: number, targetPrice: number | null): Promise<void> {
      const { alert } = await call("POST /api/alerts", { query: { country }, body: { gameId, targetPrice } });
      await changeAlert(queryClient, gameId, alert);
    },
    async remove({ id, game_id }: PriceAlert): Promise<void> {
      await call("DELETE /api/alerts/{id}", { params: { id } });
      await changeAlert(queryClient, game_id, null);
    },
    /** Resumes alert mail. */
    async resumeMails(): Promise<void> {
      await call("PUT /api/alerts/mails", { body: { enabled: true } });
      await reloadRules(queryClient);
    },
  };
}
