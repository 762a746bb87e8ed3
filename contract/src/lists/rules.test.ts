import { expect, test } from "vitest";
import type { StoreKey } from "../stores/store-key.ts";
import { cheapestOption, nextListOrder } from "./rules.ts";

test.each([
  ["added_at", "added_at", "DESC", "ASC"],
  ["added_at", "added_at", "ASC", "DESC"],
  ["title", "added_at", "DESC", "ASC"],
  ["lowest_price", "title", "ASC", "DESC"],
  ["display_order", "title", "DESC", "ASC"],
  ["display_order", "display_order", "ASC", "ASC"],
] as const)(
  "a click on %s while sorted by %s %s sorts %s (spec/wishlist-and-alerts 3.2)",
  (clicked, sort, order, expected) => {
    expect(nextListOrder(clicked, sort, order)).toBe(expected);
  },
);

const sold = (game: string, steam: number | null, gog: number | null, cdkeys: number | null, other: number | null) => ({
  game,
  offers: Object.entries({ steam, gog, cdkeys, other }).flatMap(([store, price]) =>
    price === null ? [] : [{ store, price }],
  ),
});
const wishlisted = [
  sold("everywhere", 2000, 1500, 900, 1200),
  sold("free", 0, 500, null, null),
  sold("tie", 1000, 1000, null, 1000),
  sold("keys only", null, null, 333, null),
  sold("nowhere", null, null, null, null),
];

test.each<[string, StoreKey[], number, Record<string, StoreKey>, string[]]>([
  [
    "every store",
    ["steam", "gog", "cdkeys", "other"],
    900 + 0 + 1000 + 333,
    { everywhere: "cdkeys", free: "steam", tie: "steam", "keys only": "cdkeys" },
    ["nowhere"],
  ],
  [
    "official stores",
    ["steam", "gog", "other"],
    1200 + 0 + 1000,
    { everywhere: "other", free: "steam", tie: "steam" },
    ["keys only", "nowhere"],
  ],
  ["one store", ["gog"], 1500 + 500 + 1000, { everywhere: "gog", free: "gog", tie: "gog" }, ["keys only", "nowhere"]],
  ["no store", [], 0, {}, ["everywhere", "free", "tie", "keys only", "nowhere"]],
])("the cheapest option to buy a wishlist from %s", (_, stores, total, from, missing) => {
  const option = cheapestOption(wishlisted, new Set(stores));
  expect(option.total).toBe(total);
  expect(Object.fromEntries(option.items.map(({ game, store }) => [game.game, store]))).toEqual(from);
  expect(option.missing.map(({ game }) => game)).toEqual(missing);
});
