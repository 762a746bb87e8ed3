import { createFileRoute } from "@tanstack/react-router";
import { FormPending } from "../features/accounts/account-card.tsx";
import { accountHead } from "../features/accounts/account-head.ts";
import { UndoEmailPage } from "../features/accounts/pages/undo-email-page.tsx";

export const Route = createFileRoute("/_main/undo-email")({
  ssr: false,
  head: ({ match }) => accountHead(match.context, "undo_email.title", "/undo-email"),
  component: UndoEmailPage,
  pendingComponent: () => <FormPending title="undo_email.title" />,
});
