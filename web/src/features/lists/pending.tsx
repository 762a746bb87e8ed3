import { NeedsScript } from "../../page/script-notes.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useListsText, useWishlistText } from "./lists-text.ts";

/** Placeholders until code and data have loaded, as high as what they stand for. */

/** The games of a list, and the basket beside them on wide screens. */
export const listLayout =
  "mt-4 grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start [&>*:first-child]:min-w-0";

export function WishlistPending() {
  const text = useWishlistText();
  return (
    <div className="page-width py-6">
      <h1 className="mb-2 text-xl sm:text-2xl">{text("wishlist.title")}</h1>
      <NeedsScript />
      <div role="status" aria-label={text("wishlist.loading")} className="needs-script">
        <Skeleton className="h-12 sm:h-6" />
        <GamesAndBasket />
      </div>
    </div>
  );
}

function GamesAndBasket() {
  return (
    <div className={listLayout}>
      <ItemSkeletons toolbar />
      <Skeleton className="h-96 max-lg:hidden" />
    </div>
  );
}

/** One list. */
export function ListPending() {
  const text = useListsText();
  return (
    <div className="page-width py-4 sm:py-6">
      <h1 className="sr-only">{text("lists.title")}</h1>
      <div role="status" aria-label={text("lists.loading")}>
        <Skeleton className="h-40 sm:h-25" />
        <GamesAndBasket />
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

/** Placeholders of items that are loading, with the buttons above them. */
export function ItemSkeletons({ toolbar = false }: { toolbar?: boolean }) {
  return (
    <div>
      {toolbar && <Skeleton className="mb-3 h-33 sm:h-22" />}
      <Skeleton className="h-[60rem]" />
    </div>
  );
}
