import { expect, test } from "vitest";
import { nextWishlistOrder } from "./rules.ts";

test.each([
  ["added_at", "added_at", "DESC", "ASC"],
  ["added_at", "added_at", "ASC", "DESC"],
  ["title", "added_at", "DESC", "ASC"],
  ["lowest_price", "title", "ASC", "DESC"],
  ["display_order", "title", "DESC", "ASC"],
  ["display_order", "display_order", "ASC", "ASC"],
] as const)(
  "a click on %s while sorted by %s %s sorts %s (storefront.md section 4)",
  (clicked, sort, order, expected) => {
    expect(nextWishlistOrder(clicked, sort, order)).toBe(expected);
  },
);
