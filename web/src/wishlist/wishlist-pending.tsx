import { useText } from "../content-strings/texts.ts";
import { NeedsScript } from "../needs-script.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useWishlistText } from "./wishlist-text.ts";

/** Holds the place of the wishlist until its scripts and its first answer are there. */
export function WishlistPending() {
  const shared = useText();
  const text = useWishlistText();
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 className="text-xl sm:text-2xl">{shared("wishlist.title")}</h1>
      <NeedsScript />
      <div role="status" aria-label={text("wishlist.loading")} className="needs-script mt-4 grid gap-5 sm:mt-6">
        <Skeleton className="h-22" />
        <ItemSkeletons />
      </div>
    </div>
  );
}

/** Places of items that are still loading. */
export function ItemSkeletons() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
    </div>
  );
}
