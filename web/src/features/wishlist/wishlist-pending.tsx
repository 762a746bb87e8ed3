import { NeedsScript } from "../../page/script-notes.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ItemSkeletons } from "./listed/item-skeletons.tsx";
import { useWishlistText } from "./wishlist-text.ts";

/** A placeholder until code and data have loaded. */
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
