import { createFileRoute } from "@tanstack/react-router";
import { type AccountSearch, accountHead, parseAccountSearch } from "../features/accounts/account-head.ts";
import { LoginPage } from "../features/accounts/pages/login-page.tsx";

export const Route = createFileRoute("/login")({
  // the server renders one page for all origins
  validateSearch: (raw): AccountSearch => (import.meta.env.SSR ? {} : parseAccountSearch(raw)),
  head: ({ match }) => accountHead(match.context, "login.title", "/login"),
  component: () => <LoginPage from={Route.useSearch().from} />,
});
