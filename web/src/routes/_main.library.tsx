import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../features/accounts/account-head.ts";
import { LibraryPage } from "../features/library/library-page.tsx";
import { LibraryPending } from "../features/library/library-pending.tsx";
import { type LibrarySearch, readLibraryState } from "../features/library/library-search.ts";

export const Route = createFileRoute("/_main/library")({
  ssr: false,
  // the page validates the search, to keep its code out of the entry
  validateSearch: (raw): LibrarySearch => raw,
  head: ({ match }) => accountHead(match.context, "library.title", "/library"),
  component: () => <LibraryPage state={readLibraryState({ ...Route.useSearch() })} />,
  pendingComponent: LibraryPending,
});
