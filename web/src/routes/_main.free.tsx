import { createFileRoute } from "@tanstack/react-router";
import { textsOf } from "../content-strings/texts.ts";
import { FreePage } from "../games/free-page.tsx";
import { listPath } from "../games/list-path.ts";
import { freeSorts, parseListSearch, toListState } from "../games/list-search.ts";
import { loadList } from "../games/load-list.ts";
import { PageFailed } from "../games/page-failed.tsx";
import { isPastEnd } from "../games/past-end.ts";
import { freeGamesQuery } from "../games/queries.ts";
import { pageHead } from "../head.ts";
import { ensureAnswer } from "../query.ts";

export const Route = createFileRoute("/_main/free")({
  validateSearch: (raw) => parseListSearch(raw, freeSorts),
  loaderDeps: ({ search }) => toListState(search),
  loader: ({ context: { queryClient, call }, deps }) => loadList(ensureAnswer(queryClient, freeGamesQuery(call, deps))),
  head: ({ match }) => {
    const { queryClient, call } = match.context;
    const text = textsOf(queryClient);
    const list = queryClient.getQueryData(freeGamesQuery(call, toListState(match.search)).queryKey);
    return pageHead(match.context, {
      title: text("free.title"),
      description: text("free.description"),
      path: listPath("/free", match.search.page),
      noIndex: match.search.search !== undefined || (list !== undefined && isPastEnd(list)),
    });
  },
  component: () => <FreePage state={toListState(Route.useSearch())} />,
  errorComponent: (props) => <PageFailed {...props} message="free.load_failed" />,
});
