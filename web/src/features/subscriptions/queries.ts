import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { marketOf } from "../../api/market.ts";
import { freshFor } from "../../api/query.ts";

/** The subscription plans of a country; none = the site says nothing about subscriptions. */
export function plansQuery(call: Call, country: string) {
  return queryOptions({
    queryKey: ["plans", country],
    staleTime: freshFor.wishlist,
    queryFn: async ({ signal }) => (await call("GET /api/plans", { query: { country } }, { signal })).plans,
  });
}

/** Loads the names of the plans that a list is filtered by. */
export async function prefetchPlans(
  context: Parameters<typeof marketOf>[0] & { queryClient: QueryClient; call: Call },
  { plan }: { plan?: string | undefined },
): Promise<void> {
  if (plan === undefined) return;
  await context.queryClient.prefetchQuery(plansQuery(context.call, marketOf(context).market.country));
}
