import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../accounts/account-head.ts";
import { AccountPending } from "../accounts/account-pending.tsx";
import { parseAccountSearch } from "../accounts/account-search.ts";
import { LoginPage } from "../accounts/login-page.tsx";
import { useText } from "../content-strings/texts.ts";

export const Route = createFileRoute("/login")({
  ssr: false,
  validateSearch: parseAccountSearch,
  head: ({ match }) => accountHead(match.context, "login.title", "/login"),
  component: () => <LoginPage title={useText()("login.title")} from={Route.useSearch().from} />,
  pendingComponent: () => <AccountPending title={useText()("login.title")} />,
});
