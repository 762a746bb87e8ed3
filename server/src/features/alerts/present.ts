import type { PriceAlert } from "contract/alerts/schema.ts";
import { toAmount } from "contract/core/money.ts";
import type { AlertRow } from "./queries.ts";

export function toPriceAlert(row: AlertRow): PriceAlert {
  const { country, currency, targetMinor, currentMinor } = row;
  return {
    id: row.id,
    game_id: row.gameId,
    title: row.title,
    country,
    currency,
    target_price: toAmount(targetMinor, currency),
    created_at: row.createdAt.toISOString(),
    last_fired_at: row.lastFiredAt?.toISOString() ?? null,
    current_price: toAmount(currentMinor, currency),
    reached: targetMinor !== null && currentMinor !== null && currentMinor <= targetMinor,
  };
}
