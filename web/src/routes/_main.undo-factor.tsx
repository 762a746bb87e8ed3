import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../features/accounts/account-head.ts";
import { FormPending } from "../features/accounts/account-layout.tsx";
import { UndoFactorPage } from "../features/accounts/pages/mailed-token-page.tsx";

export const Route = createFileRoute("/_main/undo-factor")({
  ssr: false,
  head: ({ match }) => accountHead(match.context, "undo_factor.title", "/undo-factor"),
  component: UndoFactorPage,
  pendingComponent: () => <FormPending title="undo_factor.title" />,
});
