import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../accounts/account-head.ts";
import { ForgotPasswordPage } from "../accounts/forgot-password-page.tsx";
import { useText } from "../content-strings/texts.ts";

export const Route = createFileRoute("/_main/forgot-password")({
  head: ({ match }) => accountHead(match.context, "forgot.title", "/forgot-password"),
  component: () => <ForgotPasswordPage title={useText()("forgot.title")} />,
});
