import type { WishlistTextKey } from "contract/content-strings/defaults/personal/wishlist.ts";

/** The priorities that the page offers; the endpoint takes any integer, higher means more wanted. */
const offered = [
  { value: 1, text: "wishlist.priority.high" },
  { value: 0, text: "wishlist.priority.normal" },
  { value: -1, text: "wishlist.priority.low" },
] as const satisfies { value: number; text: WishlistTextKey }[];

interface PriorityChoice {
  value: number;
  /** Its text key, or `null` to show the number. */
  text: (typeof offered)[number]["text"] | null;
}

/** The offered priorities, and the current one if it is not among them. */
export function priorityChoices(current: number): PriorityChoice[] {
  const others = offered.some(({ value }) => value === current) ? [] : [{ value: current, text: null }];
  return [...offered, ...others].sort((a, b) => b.value - a.value);
}
