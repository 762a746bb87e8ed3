import { expect, test } from "vitest";
import { offersOf, storePrices } from "./offers.ts";

const game = {
  id: 1,
  steam_price: 19.99,
  steam_link: "https://store.example/1",
  cdkeys_price: 12.5,
  cdkeys_stock: false,
  gog_price: 12.5,
  null_price: null,
  best_store: "gog",
} as const;

test("offers stand cheapest first, the best store before its equals, stores without a price last", () => {
  expect(offersOf(game).map((offer) => [offer.store.key, offer.price])).toEqual([
    ["gog", 12.5],
    ["cdkeys", 12.5],
    ["steam", 19.99],
    ["other", null],
  ]);
});

test("only CDKeys says whether it can deliver", () => {
  const stock = Object.fromEntries(offersOf(game).map((offer) => [offer.store.key, offer.inStock]));
  expect(stock).toEqual({ steam: null, gog: null, cdkeys: false, other: null });
});

test("the Other store's price comes from its null_ field", () => {
  expect(storePrices({ ...game, null_price: 3 })).toEqual({ steam: 19.99, gog: 12.5, cdkeys: 12.5, other: 3 });
});
