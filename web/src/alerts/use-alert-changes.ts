import { useQueryClient } from "@tanstack/react-query";
import type { PriceAlert } from "contract/alerts/schema.ts";
import { useCall } from "../accounts/session.ts";
import { changeAlert, reloadAlerts } from "./queries.ts";

/** The ways to change one's price alerts. Each throws what its call throws. */
export function useAlertChanges() {
  const call = useCall();
  const queryClient = useQueryClient();
  return {
    /** Sets the game's alert, also where there is one; `targetPrice` in dollars, `null` = any drop. */
    async set(gameId: number, targetPrice: number | null): Promise<void> {
      const { alert } = await call("POST /api/alerts", { body: { gameId, targetPrice } });
      await changeAlert(queryClient, gameId, alert);
    },
    async remove({ id, game_id }: PriceAlert): Promise<void> {
      await call("DELETE /api/alerts/{id}", { params: { id } });
      await changeAlert(queryClient, game_id, null);
    },
    /** Lets alerts send mail again after all of it was stopped. */
    async resumeMails(): Promise<void> {
      await call("PUT /api/alerts/mails", { body: { enabled: true } });
      await reloadAlerts(queryClient);
    },
  };
}
