import { createFileRoute } from "@tanstack/react-router";
import { gameSorts } from "contract/games/sorting.ts";
import { textsOf } from "../content-strings/texts.ts";
import { BrowsePage } from "../games/browse-page.tsx";
import { listPath } from "../games/list-path.ts";
import { parseListSearch, toListState } from "../games/list-search.ts";
import { loadList } from "../games/load-list.ts";
import { PageFailed } from "../games/page-failed.tsx";
import { isPastEnd } from "../games/past-end.ts";
import { gameListQuery } from "../games/queries.ts";
import { pageHead } from "../head.ts";
import { ensureAnswer } from "../query.ts";

export const Route = createFileRoute("/_main/games/")({
  validateSearch: (raw) => parseListSearch(raw, gameSorts),
  loaderDeps: ({ search }) => toListState(search),
  loader: ({ context: { queryClient, call }, deps }) => loadList(ensureAnswer(queryClient, gameListQuery(call, deps))),
  head: ({ match }) => {
    const { queryClient, call } = match.context;
    const text = textsOf(queryClient);
    const list = queryClient.getQueryData(gameListQuery(call, toListState(match.search)).queryKey);
    return pageHead(match.context, {
      title: text("browse.title"),
      description: text("browse.description"),
      path: listPath("/games", match.search.page),
      // one page for each search would fill the index with copies
      noIndex: match.search.search !== undefined || (list !== undefined && isPastEnd(list)),
    });
  },
  component: () => <BrowsePage state={toListState(Route.useSearch())} />,
  errorComponent: (props) => <PageFailed {...props} message="browse.load_failed" />,
});
