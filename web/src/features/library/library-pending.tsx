import { useText } from "../../api/texts.ts";
import { NeedsScript } from "../../page/script-notes.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** A placeholder until code and data have loaded. */
export function LibraryPending() {
  const text = useText();
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 className="text-xl sm:text-2xl">{text("library.title")}</h1>
      <NeedsScript />
      <div role="status" aria-label={text("status.loading")} className="needs-script mt-4 grid gap-3 sm:mt-6">
        <Skeleton className="h-11" />
        <RowSkeletons />
      </div>
    </div>
  );
}

/** Placeholders of games that are loading. */
export function RowSkeletons() {
  return (
    <div className="grid gap-2">
      {Array.from({ length: 8 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <Skeleton key={place} className="h-16" />
      ))}
    </div>
  );
}
