import { expect, test } from "vitest";
import { freshFor } from "./query.ts";

test("answers stay fresh for as long as storefront.md sections 7 and 9 say", () => {
  expect(freshFor).toEqual({ games: 600_000, wishlist: 120_000, user: 300_000, texts: 300_000 });
});
