import { expect, test } from "vitest";
import { freshFor } from "./query.ts";

test("responses stay fresh as long as spec/storefront 5.1 requires", () => {
  expect(freshFor).toEqual({ games: 600_000, wishlist: 120_000, user: 300_000, texts: 300_000 });
});
