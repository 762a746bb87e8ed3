import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../accounts/account-head.ts";
import { type AccountSearch, parseAccountSearch } from "../accounts/account-search.ts";
import { LoginPage } from "../accounts/login-page.tsx";
import { useText } from "../content-strings/texts.ts";

export const Route = createFileRoute("/login")({
  // the server renders one page, wherever its visitors come from
  validateSearch: (raw): AccountSearch => (import.meta.env.SSR ? {} : parseAccountSearch(raw)),
  head: ({ match }) => accountHead(match.context, "login.title", "/login"),
  component: () => <LoginPage title={useText()("login.title")} from={Route.useSearch().from} />,
});
