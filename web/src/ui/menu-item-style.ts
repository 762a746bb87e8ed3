/** The style of a link or button inside a `Menu`. */
export const menuItemStyle =
  "flex h-11 w-full items-center gap-3 rounded-md px-3 text-left text-base text-text " +
  "transition-colors hover:bg-sunken aria-[current=page]:font-semibold " +
  "aria-[current=page]:text-accent-text";
