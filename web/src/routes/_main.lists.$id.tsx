import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../features/accounts/account-head.ts";
import { ListPage } from "../features/lists/own/list-page.tsx";
import { ListsPending } from "../features/lists/own/lists-pending.tsx";
import { type ListedSearch, readListedState } from "../features/wishlist/listed/listed-search.ts";

export const Route = createFileRoute("/_main/lists/$id")({
  ssr: false,
  // the page validates the search, to keep its code out of the entry
  validateSearch: (raw): ListedSearch => raw,
  head: ({ match, params }) => accountHead(match.context, "lists.title", `/lists/${encodeURIComponent(params.id)}`),
  component: () => (
    <ListPage
      key={Route.useParams().id}
      id={Number(Route.useParams().id)}
      state={readListedState({ ...Route.useSearch() }, "display_order")}
    />
  ),
  pendingComponent: ListsPending,
});
