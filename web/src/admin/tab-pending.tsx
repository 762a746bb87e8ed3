import { Skeleton } from "../ui/skeleton.tsx";

/** Holds the place of a tab until its file is there. */
export function TabPending() {
  return (
    <div role="status" aria-label="Loading…" className="grid gap-5">
      <Skeleton className="h-11 w-56" />
      <Skeleton className="h-11" />
      <Skeleton className="h-80" />
    </div>
  );
}
