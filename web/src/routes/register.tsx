import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../accounts/account-head.ts";
import { AccountPending } from "../accounts/account-pending.tsx";
import { parseAccountSearch } from "../accounts/account-search.ts";
import { RegisterPage } from "../accounts/register-page.tsx";
import { useText } from "../content-strings/texts.ts";

export const Route = createFileRoute("/register")({
  ssr: false,
  validateSearch: parseAccountSearch,
  head: ({ match }) => accountHead(match.context, "register.title", "/register"),
  component: () => <RegisterPage title={useText()("register.title")} from={Route.useSearch().from} />,
  pendingComponent: () => <AccountPending title={useText()("register.title")} />,
});
