import { Skeleton } from "../ui/skeleton.tsx";

/** What stands in a card's place while its game loads: of the same size, line by line. */
export function GameCardSkeleton() {
  return (
    <div className="grid h-full grid-cols-[6.25rem_1fr] overflow-hidden rounded-lg border border-border bg-raised sm:flex sm:flex-col">
      <Skeleton className="h-full rounded-none sm:aspect-[460/215] sm:h-auto" />
      <div className="flex grow flex-col p-3 sm:p-4">
        <div className="flex min-h-12 flex-col gap-2 pt-1 sm:min-h-13">
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-1/2" />
        </div>
        <Skeleton className="mt-1.5 mb-1 h-3.5 w-1/3" />
        <Skeleton className="mb-0.5 h-3.5 w-2/3" />
        <div className="mt-auto pt-2 sm:pt-3">
          <Skeleton className="mb-0.5 h-6 w-24" />
          <Skeleton className="mt-1 h-4 w-16" />
        </div>
      </div>
    </div>
  );
}
