import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../features/accounts/account-head.ts";
import { ListsPage } from "../features/lists/own/lists-page.tsx";
import { ListsPending } from "../features/lists/own/lists-pending.tsx";

export const Route = createFileRoute("/_main/lists/")({
  ssr: false,
  head: ({ match }) => accountHead(match.context, "lists.title", "/lists"),
  component: ListsPage,
  pendingComponent: ListsPending,
});
