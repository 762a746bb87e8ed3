import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { Deal } from "contract/games/schema.ts";
import { marketKey } from "../../../api/market.ts";
import { atMyStores, type VisitorFields } from "../../../api/my-stores.ts";
import { cardFields, pickFields } from "../queries.ts";

/** How many of the best deals are shown above all sections. */
export const headlineDeals = 3;

export const dealFields = [
  ...cardFields,
  "previous_low",
  "previous_price",
  "score",
] as const satisfies readonly (keyof Deal)[];

export type ShownDeal = Pick<Deal, (typeof dealFields)[number]> & VisitorFields;

/** The best deals, for the home page. */
export function topDealsQuery(call: Call, country: string | undefined) {
  return queryOptions({
    queryKey: ["games", "top-deals", ...marketKey(country)],
    queryFn: async ({ signal }): Promise<ShownDeal[]> => {
      const query = { section: "best", limit: headlineDeals, country } as const;
      return (await call("GET /api/deals", { query: atMyStores(query) }, { signal })).deals.map((deal) =>
        pickFields(deal, dealFields),
      );
    },
  });
}
