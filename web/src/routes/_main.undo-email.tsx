import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../features/accounts/account-head.ts";
import { FormPending } from "../features/accounts/account-layout.tsx";
import { UndoEmailPage } from "../features/accounts/pages/mailed-token-page.tsx";

export const Route = createFileRoute("/_main/undo-email")({
  ssr: false,
  head: ({ match }) => accountHead(match.context, "undo_email.title", "/undo-email"),
  component: UndoEmailPage,
  pendingComponent: () => <FormPending title="undo_email.title" />,
});
