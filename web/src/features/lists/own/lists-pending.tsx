import { NeedsScript } from "../../../page/script-notes.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useListsText } from "../lists-text.ts";

/** A placeholder until code and data have loaded. */
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
