import { createFileRoute } from "@tanstack/react-router";
import { gameSorts } from "contract/games/sorting.ts";
import { PageFailed } from "../features/games/detail/page-failed.tsx";
import { BrowsePage } from "../features/games/list/browse-page.tsx";
import { listHead } from "../features/games/list/list-head.ts";
import { parseListSearch, toListState } from "../features/games/list/list-search.ts";
import { loadList } from "../features/games/list/load-list.ts";
import { gameListQuery } from "../features/games/queries.ts";

export const Route = createFileRoute("/_main/games/")({
  validateSearch: (raw) => parseListSearch(raw, gameSorts),
  loaderDeps: ({ search }) => toListState(search),
  loader: ({ context: { queryClient, call }, deps }) =>
    loadList(queryClient.ensureQueryData(gameListQuery(call, deps))),
  head: ({ match: { context, search } }) => {
    const { queryKey } = gameListQuery(context.call, toListState(search));
    return listHead(context, context.queryClient.getQueryData(queryKey), search, "browse");
  },
  component: () => <BrowsePage state={toListState(Route.useSearch())} />,
  errorComponent: (props) => <PageFailed {...props} message="browse.load_failed" />,
});
