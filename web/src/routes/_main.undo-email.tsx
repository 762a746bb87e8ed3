import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../accounts/account-head.ts";
import { FormPending } from "../accounts/account-pending.tsx";
import { UndoEmailPage } from "../accounts/undo-email-page.tsx";
import { useText } from "../content-strings/texts.ts";

export const Route = createFileRoute("/_main/undo-email")({
  ssr: false,
  head: ({ match }) => accountHead(match.context, "undo_email.title", "/undo-email"),
  component: () => <UndoEmailPage title={useText()("undo_email.title")} />,
  pendingComponent: () => <FormPending title={useText()("undo_email.title")} />,
});
