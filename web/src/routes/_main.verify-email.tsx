import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../features/accounts/account-head.ts";
import { FormPending } from "../features/accounts/account-layout.tsx";
import { VerifyEmailPage } from "../features/accounts/pages/mailed-token-page.tsx";

export const Route = createFileRoute("/_main/verify-email")({
  ssr: false,
  head: ({ match }) => accountHead(match.context, "verify_email.title", "/verify-email"),
  component: VerifyEmailPage,
  pendingComponent: () => <FormPending title="verify_email.title" />,
});
