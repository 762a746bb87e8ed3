import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../features/accounts/account-head.ts";
import { ResetPasswordPage } from "../features/accounts/pages/reset-password-page.tsx";

export const Route = createFileRoute("/_main/reset-password")({
  head: ({ match }) => accountHead(match.context, "reset.title", "/reset-password"),
  component: ResetPasswordPage,
});
