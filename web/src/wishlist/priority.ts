import type { WishlistTextKey } from "contract/content-strings/wishlist-defaults.ts";

/** The priorities that the page offers; the call knows any whole number, the higher the more wanted. */
const offered = [
  { value: 1, text: "wishlist.priority.high" },
  { value: 0, text: "wishlist.priority.normal" },
  { value: -1, text: "wishlist.priority.low" },
] as const satisfies { value: number; text: WishlistTextKey }[];

interface PriorityChoice {
  value: number;
  /** The text that names it; `null` = its number does. */
  text: (typeof offered)[number]["text"] | null;
}

/** What to choose from: what the page offers, and the current one where another program has set it. */
export function priorityChoices(current: number): PriorityChoice[] {
  const others = offered.some(({ value }) => value === current) ? [] : [{ value: current, text: null }];
  return [...offered, ...others].sort((a, b) => b.value - a.value);
}
