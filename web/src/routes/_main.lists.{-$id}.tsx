import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../features/accounts/account-head.ts";
import { ListsPending } from "../features/lists/own/lists-pending.tsx";
import { OwnListsPage } from "../features/lists/own/own-lists-page.tsx";

/** All lists of a user, or one. A single short route, because all visitors load it. */
export const Route = createFileRoute("/_main/lists/{-$id}")({
  ssr: false,
  head: ({ match }) => accountHead(match.context, "lists.title", "/lists"),
  component: () => <OwnListsPage id={Route.useParams().id} search={Route.useSearch()} />,
  pendingComponent: ListsPending,
});
