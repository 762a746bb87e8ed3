import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import type { LandingKind } from "contract/games/landing/rules.ts";
import type { LandingPage } from "contract/games/landing/schema.ts";
import { marketKey } from "../../../api/market.ts";
import { atMyStores } from "../../../api/my-stores.ts";
import { cardFields } from "../queries.ts";

/** The facts of a landing page about its games. */
export function landingPageQuery(call: Call, kind: LandingKind, slug: string, country: string | undefined) {
  return queryOptions({
    queryKey: ["landing", kind, slug, ...marketKey(country)],
    queryFn: ({ signal }) =>
      call("GET /api/landing/{kind}/{slug}", { params: { kind, slug }, query: atMyStores({ country }) }, { signal }),
  });
}

/** A page of the games of a landing page, most popular first. */
export function landingGamesQuery(
  call: Call,
  { filter }: Pick<LandingPage, "filter">,
  page: number,
  country: string | undefined,
) {
  const query = {
    ...filter,
    sortBy: "popularity",
    page,
    limit: defaultPageSize,
    fields: cardFields.join(","),
    country,
  };
  return queryOptions({
    queryKey: ["games", "landing", filter, page, ...marketKey(country)],
    queryFn: ({ signal }) =>
      call("GET /api/games", { query: atMyStores(query as typeof query & { sortBy: "popularity" }) }, { signal }),
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
