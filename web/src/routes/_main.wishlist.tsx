import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../features/accounts/account-head.ts";
import type { ListedSearch } from "../features/wishlist/listed/listed-search.ts";
import { WishlistPage } from "../features/wishlist/wishlist-page.tsx";
import { WishlistPending } from "../features/wishlist/wishlist-pending.tsx";
import { readWishlistState } from "../features/wishlist/wishlist-search.ts";

export const Route = createFileRoute("/_main/wishlist")({
  ssr: false,
  // the page validates the search, to keep its code out of the entry
  validateSearch: (raw): ListedSearch => raw,
  head: ({ match }) => accountHead(match.context, "wishlist.title", "/wishlist"),
  component: () => <WishlistPage state={readWishlistState({ ...Route.useSearch() })} />,
  pendingComponent: WishlistPending,
});
