import { createFileRoute } from "@tanstack/react-router";
import { FormPending } from "../features/accounts/account-card.tsx";
import { accountHead } from "../features/accounts/account-head.ts";
import { UndoFactorPage } from "../features/accounts/pages/undo-factor-page.tsx";

export const Route = createFileRoute("/_main/undo-factor")({
  ssr: false,
  head: ({ match }) => accountHead(match.context, "undo_factor.title", "/undo-factor"),
  component: UndoFactorPage,
  pendingComponent: () => <FormPending title="undo_factor.title" />,
});
