import { createFileRoute } from "@tanstack/react-router";
import { accountHead } from "../accounts/account-head.ts";
import { WishlistPage } from "../wishlist/wishlist-page.tsx";
import { WishlistPending } from "../wishlist/wishlist-pending.tsx";
import { readWishlistState, type WishlistSearch } from "../wishlist/wishlist-search.ts";

export const Route = createFileRoute("/_main/wishlist")({
  ssr: false,
  // what the address really says is read by the page: every other page would load what stands here
  validateSearch: (raw): WishlistSearch => raw,
  head: ({ match }) => accountHead(match.context, "wishlist.title", "/wishlist"),
  component: () => <WishlistPage state={readWishlistState({ ...Route.useSearch() })} />,
  pendingComponent: WishlistPending,
});
