import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { Facets } from "contract/games/schema.ts";
import { marketKey } from "../../../../api/market.ts";
import { atMyStores } from "../../../../api/my-stores.ts";
import { readSetFilters, splitList } from "../list-filters.ts";
import type { BrowseState } from "../list-search.ts";

/** Filters that may have many options. */
const longLists = ["store", "genre", "tag"] as const;
type LongList = (typeof longLists)[number];

/** How many games the options of the filters would leave. */
export interface FacetCounts {
  /** `undefined` if the server does not count. */
  facets?: Facets | undefined;
  /** How many games there would be without each filter; only if no game matches all of them. */
  without?: Record<string, number> | undefined;
  /** The filters of which some options are left out. */
  cut: readonly LongList[];
}

/** The counts that filter sections show beside their options. */
export interface Counts {
  facets: Facets | undefined;
  /** Loads the options that a server-rendered page leaves out; `undefined` if there are none. */
  missing: (list: LongList) => (() => void) | undefined;
}

/** How many options of a list are shown before the visitor searches for others. */
export const topOptions = 8;

/** The counts for the filters and the search of a list. Server-rendered pages carry only the options that they show. */
export function facetsQuery(call: Call, state: BrowseState, country: string | undefined) {
  const { search, exact, library } = state;
  const criteria = { ...readSetFilters(state), search, exact, library };
  const query = { ...criteria, limit: 1, fields: "id", facets: "true" as const, country };
  return queryOptions({
    queryKey: ["games", "facets", criteria, ...marketKey(country)],
    queryFn: async ({ signal }): Promise<FacetCounts> => {
      const { facets, without } = await call("GET /api/games", { query: atMyStores(query) }, { signal });
      return import.meta.env.SSR && facets ? { without, ...cutFacets(facets, state) } : { facets, without, cut: [] };
    },
  });
}

/** The options with the most games, and the chosen ones. */
export function cutFacets(facets: Facets, state: BrowseState): Required<Pick<FacetCounts, "facets" | "cut">> {
  const chosen = {
    store: splitList(state.store),
    genre: splitList(state.genre),
    tag: [state.tag, state.tag_any, state.tag_not].flatMap(splitList),
  };
  const shown = { ...facets };
  for (const list of longLists) {
    shown[list] = facets[list].filter(({ value }, index) => index < topOptions || chosen[list].includes(value));
  }
  return { facets: shown, cut: longLists.filter((list) => shown[list].length < facets[list].length) };
}
