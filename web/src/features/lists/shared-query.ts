import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { sharedPageSize } from "contract/lists/rules.ts";
import { marketKey } from "../../api/market.ts";
import { atMyStores } from "../../api/my-stores.ts";
import { pickFields } from "../games/queries.ts";
import { tileFields } from "../games/tile-game.ts";

/** A page of a shared list. Its key is that of a list of games: it differs only for users who see explicit games. */
export function sharedListQuery(call: Call, token: string, page: number, country: string | undefined) {
  return queryOptions({
    queryKey: ["games", "shared", token, page, ...marketKey(country)],
    queryFn: async ({ signal }) => {
      const query = atMyStores({ page, limit: sharedPageSize, country });
      const response = await call("GET /api/shared/{token}", { params: { token }, query }, { signal });
      const items = response.items.map(({ game, notes }) => ({ game: pickFields(game, tileFields), notes }));
      return { ...response, items };
    },
  });
}
