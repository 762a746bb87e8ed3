import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../features/accounts/account-head.ts";
import { ForgotPasswordPage } from "../features/accounts/pages/forgot-password-page.tsx";

export const Route = createFileRoute("/_main/forgot-password")({
  head: ({ match }) => accountHead(match.context, "forgot.title", "/forgot-password"),
  component: ForgotPasswordPage,
});
