import { expect, test } from "vitest";
import { comparedWith } from "./best-price.tsx";

const game = { best_price: 15, best_store: "gog", reference_price: 30, reference_store: "gog", cut: 50 };

test.each([
  ["the store's regular price", {}, { price: 30, at: "regular", cut: 50 }],
  ["Steam's price, which is named", { reference_store: "steam" }, { price: 30, at: "steam", cut: 50 }],
  [
    "Steam's own regular price",
    { best_store: "steam", reference_store: "steam" },
    { price: 30, at: "regular", cut: 50 },
  ],
  ["a price that is hardly higher", { reference_price: 15.01, cut: 0 }, { price: 15.01, at: "regular", cut: 0 }],
  ["nothing without a reference", { reference_price: null, reference_store: null, cut: 0 }, null],
  ["nothing if the reference is not higher", { reference_price: 15, cut: 0 }, null],
  ["nothing without a price", { best_price: null, cut: 0 }, null],
])("the price is compared with %s (spec/prices 3.4)", (_, part, compared) => {
  expect(comparedWith({ ...game, ...part })).toEqual(compared);
});
