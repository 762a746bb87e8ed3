import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../accounts/account-head.ts";
import { FormPending } from "../accounts/account-pending.tsx";
import { ForgotPasswordPage } from "../accounts/forgot-password-page.tsx";
import { useText } from "../content-strings/texts.ts";

export const Route = createFileRoute("/_main/forgot-password")({
  ssr: false,
  head: ({ match }) => accountHead(match.context, "forgot.title", "/forgot-password"),
  component: () => <ForgotPasswordPage title={useText()("forgot.title")} />,
  pendingComponent: () => <FormPending title={useText()("forgot.title")} />,
});
