import { Skeleton } from "../../../ui/skeleton.tsx";

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
