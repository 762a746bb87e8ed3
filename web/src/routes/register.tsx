import { createFileRoute } from "@tanstack/react-router";
import { type AccountSearch, accountHead, parseAccountSearch } from "../features/accounts/account-head.ts";
import { RegisterPage } from "../features/accounts/pages/register-page.tsx";

export const Route = createFileRoute("/register")({
  // the server renders one page for all origins
  validateSearch: (raw): AccountSearch => (import.meta.env.SSR ? {} : parseAccountSearch(raw)),
  head: ({ match }) => accountHead(match.context, "register.title", "/register"),
  component: () => <RegisterPage from={Route.useSearch().from} />,
});
