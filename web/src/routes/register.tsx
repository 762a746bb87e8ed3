import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../accounts/account-head.ts";
import { type AccountSearch, parseAccountSearch } from "../accounts/account-search.ts";
import { RegisterPage } from "../accounts/register-page.tsx";
import { useText } from "../content-strings/texts.ts";

export const Route = createFileRoute("/register")({
  // the server renders one page, wherever its visitors come from
  validateSearch: (raw): AccountSearch => (import.meta.env.SSR ? {} : parseAccountSearch(raw)),
  head: ({ match }) => accountHead(match.context, "register.title", "/register"),
  component: () => <RegisterPage title={useText()("register.title")} from={Route.useSearch().from} />,
});
