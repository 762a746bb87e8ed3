import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../accounts/account-head.ts";
import { ResetPasswordPage } from "../accounts/reset-password-page.tsx";
import { useText } from "../content-strings/texts.ts";

export const Route = createFileRoute("/_main/reset-password")({
  head: ({ match }) => accountHead(match.context, "reset.title", "/reset-password"),
  component: () => <ResetPasswordPage title={useText()("reset.title")} />,
});
