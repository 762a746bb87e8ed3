import type { ReactNode } from "react";

/** Tiles in a row that scrolls sideways on phones, in a grid from 640 px on. Children are list items. */
export function TileRow({ children }: { children: ReactNode }) {
  return (
    <ul
      className={
        "scroll-row -mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 " +
        "*:w-60 *:max-w-[85%] *:shrink-0 *:snap-start " +
        "sm:mx-0 sm:grid sm:grid-cols-2 sm:gap-5 sm:overflow-visible sm:px-0 sm:pb-0 " +
        "sm:*:w-auto sm:*:max-w-none lg:grid-cols-3 xl:grid-cols-4"
      }
    >
      {children}
    </ul>
  );
}
