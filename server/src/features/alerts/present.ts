import type { PriceAlert } from "contract/alerts/schema.ts";
import { toDollars } from "contract/core/money.ts";
import type { AlertRow } from "./queries.ts";

export function toPriceAlert(row: AlertRow): PriceAlert {
  const { targetCents, currentCents } = row;
  return {
    id: row.id,
    game_id: row.gameId,
    title: row.title,
    target_price: toDollars(targetCents),
    created_at: row.createdAt.toISOString(),
    last_fired_at: row.lastFiredAt?.toISOString() ?? null,
    current_price: toDollars(currentCents),
    reached: targetCents !== null && currentCents !== null && currentCents <= targetCents,
  };
}
