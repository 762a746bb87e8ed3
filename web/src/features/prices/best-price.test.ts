import { expect, test } from "vitest";
import { comparedWith } from "./best-price.tsx";

const game = { best_price: 15, best_store: "gog", steam_price: 20, savings_percentage: 25 };

test("the discount is relative to the store's regular price if it states one", () => {
  expect(comparedWith({ ...game, cut: 50, regular_price: 30 })).toEqual({ price: 30, at: "regular", badge: "−50%" });
});

test("otherwise the price is compared with a higher one on Steam", () => {
  expect(comparedWith({ ...game, cut: 0, regular_price: null })).toEqual({ price: 20, at: "steam", badge: "-25%" });
});

test("without either there is no comparison", () => {
  expect(comparedWith({ ...game, cut: 0, regular_price: null, steam_price: 15 })).toBeNull();
  expect(comparedWith({ ...game, cut: 0, regular_price: 15, best_price: null })).toBeNull();
});
