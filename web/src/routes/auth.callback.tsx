import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../features/accounts/account-head.ts";
import { CallbackPage, CallbackPending } from "../features/accounts/pages/callback-page.tsx";

export const Route = createFileRoute("/auth/callback")({
  ssr: false,
  head: ({ match }) => accountHead(match.context, "callback.title", "/auth/callback"),
  component: CallbackPage,
  pendingComponent: CallbackPending,
});
