import { classNames } from "./class-names.ts";

/** A grey block of the size of what is still loading. Screen readers hear of the loading from the list, not from each block. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={classNames("block animate-pulse rounded-sm bg-sunken", className)} />;
}
