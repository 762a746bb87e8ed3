import { Skeleton } from "../../../ui/skeleton.tsx";

/** A placeholder while the game loads. */
export function GamePageSkeleton() {
  return (
    <div aria-busy className="page-width py-4 sm:py-6">
      <Skeleton className="h-9 w-24" />
      <div className="mt-3 grid gap-x-12 gap-y-8 sm:mt-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-4 sm:grid-cols-[13rem_minmax(0,1fr)] sm:gap-x-8">
          <Skeleton className="aspect-[460/215] w-full rounded-md sm:aspect-[2/3] sm:rounded-lg" />
          <div className="grid content-start gap-4">
            <Skeleton className="h-10 w-3/4" />
            <Skeleton className="h-24 w-1/2 max-sm:hidden" />
            <Skeleton className="h-20 max-sm:hidden" />
          </div>
        </div>
        <Skeleton className="h-80 rounded-lg" />
      </div>
    </div>
  );
}
