import { Skeleton } from "../../../ui/skeleton.tsx";

/** A placeholder of the same size as a card. */
export function GameCardSkeleton() {
  return (
    <div
      className={
        "grid h-full grid-cols-[7rem_1fr] overflow-hidden rounded-lg border border-border bg-raised " +
        "sm:flex sm:flex-col"
      }
    >
      <Skeleton className="h-full rounded-none sm:aspect-[460/215] sm:h-auto" />
      <div className="flex grow flex-col p-3 sm:p-4">
        <div className="min-h-25 pt-1">
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="mt-3 h-5 w-1/2" />
          <Skeleton className="mt-3 h-3 w-2/3" />
        </div>
        <div className="mt-auto pt-2">
          <Skeleton className="h-6.5 w-24" />
          <Skeleton className="mt-1 mb-0.5 h-4 w-16" />
        </div>
      </div>
    </div>
  );
}
