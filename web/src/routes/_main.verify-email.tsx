import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../accounts/account-head.ts";
import { FormPending } from "../accounts/account-pending.tsx";
import { VerifyEmailPage } from "../accounts/verify-email-page.tsx";
import { useText } from "../content-strings/texts.ts";

export const Route = createFileRoute("/_main/verify-email")({
  ssr: false,
  head: ({ match }) => accountHead(match.context, "verify_email.title", "/verify-email"),
  component: () => <VerifyEmailPage title={useText()("verify_email.title")} />,
  pendingComponent: () => <FormPending title={useText()("verify_email.title")} />,
});
