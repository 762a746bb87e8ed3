import type { LandingKind } from "contract/games/landing/rules.ts";
import type { LandingPage } from "contract/games/landing/schema.ts";
import { type GameSort, gameSorts } from "contract/games/sorting.ts";
import { countFilters, type ListFilters, readSetFilters } from "../list/list-filters.ts";
import { type BrowseSearch, type ListPlace, parseListSearch } from "../list/list-search.ts";

/** The sorts of landing pages: the most popular games come first by default. */
export const landingSorts: readonly GameSort[] = ["popularity", ...gameSorts.filter((sort) => sort !== "popularity")];

/** The filter that a kind of page decides alone. */
const ownFilters = { genre: "genre", developer: "developer", store: "store", tag: null, under: null } as const;

/** Parses the address of a landing page, which has the parameters of a list. */
export function parseLandingSearch(kind: LandingKind, raw: Record<string, unknown>): BrowseSearch {
  const own = ownFilters[kind];
  return parseListSearch(own === null ? raw : { ...raw, [own]: undefined }, landingSorts);
}

/** The list of a landing page. */
export function landingPlace({ kind, slug, filter }: Pick<LandingPage, "kind" | "slug" | "filter">) {
  return {
    link: { to: `/${kind}/$slug`, params: { slug } },
    path: `/${kind}/${encodeURIComponent(slug)}`,
    sorts: landingSorts,
    about: readSetFilters(filter),
  } satisfies ListPlace<GameSort>;
}

/** Whether the visitor has searched or filtered the list. */
export function isNarrowed(search: Pick<BrowseSearch, "search"> & ListFilters): boolean {
  return Boolean(search.search) || countFilters(search) > 0;
}

/** Whether the page shows the best deals: above its whole list. */
export const showsDeals = (search: BrowseSearch) => (search.page ?? 1) === 1 && !isNarrowed(search);
