import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { PriceHistory as Changes } from "contract/prices/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { marketKey } from "../../../api/market.ts";

/** The history of a range, which stays visible while another range loads. */
export interface PriceHistoryData extends Changes {
  days: number;
  /** In milliseconds since 1970. */
  loadedAt: number;
}

/** The price changes of a game in the last days, of one store or of all. Only for signed-in callers. */
export function priceHistoryQuery(
  call: Call,
  gameId: number,
  { days, origin, country }: { days: number; origin?: StoreKey | undefined; country: string | undefined },
) {
  return queryOptions({
    queryKey: ["games", "price-history", gameId, days, origin ?? "all", ...marketKey(country)],
    queryFn: async ({ signal }): Promise<PriceHistoryData> => {
      const input = { params: { id: gameId }, query: { days, origin, country } };
      const response = await call("GET /api/games/{id}/price-history", input, { signal });
      return { ...response, days, loadedAt: Date.now() };
    },
  });
}
