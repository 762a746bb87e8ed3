import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../features/accounts/account-head.ts";
import type { ListSearch } from "../features/lists/list-search.ts";
import { WishlistPending } from "../features/lists/pending.tsx";
import { WishlistPage } from "../features/lists/wishlist-page.tsx";

export const Route = createFileRoute("/_main/wishlist")({
  ssr: false,
  // the page validates the search, to keep its code out of the entry
  validateSearch: (raw): ListSearch => raw,
  head: ({ match }) => accountHead(match.context, "wishlist.title", "/wishlist"),
  component: () => <WishlistPage search={Route.useSearch()} />,
  pendingComponent: WishlistPending,
});
