import { NeedsScript } from "../../page/script-notes.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useListsText, useWishlistText } from "./lists-text.ts";

/** Placeholders until code and data have loaded. */

export function WishlistPending() {
  const text = useWishlistText();
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 className="text-xl sm:text-2xl">{text("wishlist.title")}</h1>
      <NeedsScript />
      <div role="status" aria-label={text("wishlist.loading")} className="needs-script mt-4 grid gap-5 sm:mt-6">
        <Skeleton className="h-22" />
        <ItemSkeletons />
      </div>
    </div>
  );
}

export function ListsPending() {
  const text = useListsText();
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 className="text-xl sm:text-2xl">{text("lists.title")}</h1>
      <NeedsScript />
      <div role="status" aria-label={text("lists.loading")} className="needs-script mt-6 grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-44" />
        <Skeleton className="h-44" />
      </div>
    </div>
  );
}

/** Placeholders of items that are loading. */
export function ItemSkeletons() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
    </div>
  );
}
