import { Skeleton } from "../../../ui/skeleton.tsx";

/** Placeholders of items that are loading. */
export function ItemSkeletons() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
    </div>
  );
}
