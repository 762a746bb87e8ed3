import { createFileRoute } from "@tanstack/react-router";
import { PageFailed } from "../features/games/detail/page-failed.tsx";
import { FreePage } from "../features/games/list/free-page.tsx";
import { listHead } from "../features/games/list/list-head.ts";
import { freeSorts, parseListSearch, toListState } from "../features/games/list/list-search.ts";
import { loadList } from "../features/games/list/load-list.ts";
import { freeGamesQuery } from "../features/games/queries.ts";

export const Route = createFileRoute("/_main/free")({
  validateSearch: (raw) => parseListSearch(raw, freeSorts),
  loaderDeps: ({ search }) => toListState(search, freeSorts),
  loader: ({ context: { queryClient, call, place }, deps }) =>
    loadList(
      Promise.all([
        queryClient.ensureQueryData(freeGamesQuery(call, deps, place.country)),
        // the page works without them
        import("../features/games/list/free-rows.tsx").then(({ freeRowsQuery }) =>
          queryClient.prefetchQuery(freeRowsQuery(call, place.country)),
        ),
      ]),
    ),
  head: ({ match: { context, search } }) => {
    const { queryKey } = freeGamesQuery(context.call, toListState(search, freeSorts), context.place.country);
    return listHead(context, context.queryClient.getQueryData(queryKey), search, "free");
  },
  component: () => <FreePage address={Route.useSearch()} />,
  errorComponent: (props) => <PageFailed {...props} message="free.load_failed" />,
});
