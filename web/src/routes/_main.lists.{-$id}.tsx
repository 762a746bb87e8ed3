import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../features/accounts/account-head.ts";
import { OwnListsPage } from "../features/lists/lists-page.tsx";
import { ListsPending } from "../features/lists/pending.tsx";

/** All lists of a user, or one. A single short route, because all visitors load it. */
export const Route = createFileRoute("/_main/lists/{-$id}")({
  ssr: false,
  head: ({ match }) => accountHead(match.context, "lists.title", "/lists"),
  component: () => <OwnListsPage id={Route.useParams().id} search={Route.useSearch()} />,
  pendingComponent: ListsPending,
});
