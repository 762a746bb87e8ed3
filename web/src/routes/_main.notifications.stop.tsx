import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../features/accounts/account-head.ts";
import { StopPage, StopPending } from "../features/notifications/stop-page.tsx";

export const Route = createFileRoute("/_main/notifications/stop")({
  ssr: false,
  head: ({ match }) => accountHead(match.context, "notifications.title", "/notifications/stop"),
  component: StopPage,
  pendingComponent: StopPending,
});
