import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { LandingKind } from "contract/games/landing/rules.ts";
import type { LandingPage } from "contract/games/landing/schema.ts";
import { marketKey } from "../../../api/market.ts";
import { atMyStores } from "../../../api/my-stores.ts";
import { cardFields, pickFields } from "../queries.ts";

/** The facts of a landing page about its games. */
export function landingPageQuery(call: Call, kind: LandingKind, slug: string, country: string | undefined) {
  return queryOptions({
    queryKey: ["landing", kind, slug, ...marketKey(country)],
    queryFn: ({ signal }) =>
      call("GET /api/landing/{kind}/{slug}", { params: { kind, slug }, query: atMyStores({ country }) }, { signal }),
  });
}

/** The best deals among the games of a landing page. */
export function landingDealsQuery(call: Call, { filter }: Pick<LandingPage, "filter">, country: string | undefined) {
  return queryOptions({
    queryKey: ["games", "landing-deals", filter, ...marketKey(country)],
    queryFn: async ({ signal }) => {
      const query = { ...filter, section: "best", limit: 3, country } as const;
      const { deals } = await call("GET /api/deals", { query: atMyStores(query) }, { signal });
      return deals.map((deal) => pickFields(deal, cardFields));
    },
  });
}

/** The genres with the most games. */
export function popularGenresQuery(call: Call) {
  return queryOptions({
    queryKey: ["landing", "genres"],
    queryFn: async ({ signal }) =>
      (await call("GET /api/landing/{kind}", { params: { kind: "genre" }, query: { limit: 12 } }, { signal })).pages,
  });
}

/** Awaited on the server, so that search engines can follow the links. The page works without them. */
export async function prefetchGenres(queryClient: QueryClient, call: Call): Promise<void> {
  if (import.meta.env.SSR) await queryClient.prefetchQuery(popularGenresQuery(call));
}
