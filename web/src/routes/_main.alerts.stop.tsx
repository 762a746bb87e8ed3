import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../features/accounts/account-head.ts";
import { StopPage, StopPending } from "../features/notifications/stop-page.tsx";

/** For links in mails from before price alerts were rules. */
export const Route = createFileRoute("/_main/alerts/stop")({
  ssr: false,
  head: ({ match }) => accountHead(match.context, "alerts.title", "/alerts/stop"),
  component: StopPage,
  pendingComponent: StopPending,
});
