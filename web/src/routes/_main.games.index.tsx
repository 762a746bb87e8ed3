import { createFileRoute, redirect } from "@tanstack/react-router";
import { gameSorts } from "contract/games/sorting.ts";
import { PageFailed } from "../features/games/detail/page-failed.tsx";
import { PopularGenres } from "../features/games/landing/popular-genres-later.ts";
import { prefetchGenres } from "../features/games/landing/queries.ts";
import { BrowsePage } from "../features/games/list/browse-page.tsx";
import { facetsQuery } from "../features/games/list/filters/facets.ts";
import { loadFinder } from "../features/games/list/filters/finder-parts.ts";
import { refusedFilters } from "../features/games/list/list-filters.ts";
import { listHead } from "../features/games/list/list-head.ts";
import { gamesPlace, ignoreFilters, parseListSearch, toListState } from "../features/games/list/list-search.ts";
import { useListText } from "../features/games/list/list-text.ts";
import { loadList } from "../features/games/list/load-list.ts";
import { gameListQuery } from "../features/games/queries.ts";
import { prefetchPlans } from "../features/subscriptions/queries.ts";

export const Route = createFileRoute("/_main/games/")({
  validateSearch: (raw) => parseListSearch(raw, gameSorts),
  // cached pages are rendered without unknown parameters, so a match with them would not fit
  loaderDeps: ({ search }) => parseListSearch(search, gameSorts),
  loader: ({ context, deps }) => {
    const { queryClient, call, place } = context;
    const state = toListState(deps, gameSorts);
    const finder = loadFinder();
    const loading = loadList(queryClient.ensureQueryData(gameListQuery(call, state, place.country)));
    if (!import.meta.env.SSR) return loading;
    // the page works without counts
    const genres = prefetchGenres(queryClient, call);
    const counting = queryClient.prefetchQuery(facetsQuery(call, state, place.country));
    const plans = prefetchPlans(context, state);
    return Promise.all([loading, counting, finder, genres, plans]).then(
      () => {},
      (error) => {
        const refused = refusedFilters(error);
        throw refused.length > 0 ? redirect({ to: "/games", search: ignoreFilters(deps, refused) }) : error;
      },
    );
  },
  head: ({ match: { context, search } }) => {
    const { queryKey } = gameListQuery(context.call, toListState(search, gameSorts), context.place.country);
    return listHead(context, context.queryClient.getQueryData(queryKey), search, "browse");
  },
  component: () => {
    const text = useListText();
    return (
      <BrowsePage
        place={gamesPlace}
        address={Route.useSearch()}
        head={<h1 className="text-xl sm:text-2xl">{text("browse.title")}</h1>}
        searchLabel={text("browse.search")}
      >
        <PopularGenres />
      </BrowsePage>
    );
  },
  errorComponent: (props) => <PageFailed {...props} message="browse.load_failed" />,
});
