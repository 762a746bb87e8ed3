import { classNames } from "./class-names.ts";

/** A placeholder block, hidden from screen readers. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={classNames("block animate-pulse rounded-sm bg-sunken", className)} />;
}
