import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/call.ts";
import type { StoreKey } from "contract/stores.ts";

/** The price changes of a game in the last days, of one store or of all. Only for signed-in callers. */
export function priceHistoryQuery(call: Call, gameId: number, days: number, origin: StoreKey | undefined) {
  return queryOptions({
    queryKey: ["games", "price-history", gameId, days, origin ?? "all"],
    queryFn: ({ signal }) =>
      call("GET /api/games/{id}/price-history", { params: { id: gameId }, query: { days, origin } }, { signal }),
  });
}
