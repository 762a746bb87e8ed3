import { expect, test } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import { wishlistFailure } from "./wishlist-failure.ts";

test.each([
  ["the server's error", new ApiError("", { status: 409, code: "conflict", serverMessage: "Full" }), "Full"],
  ["a response without an error", new ApiError("HTTP error!", { status: 502, code: "unknown" }), "Failed"],
  ["no response", new ApiError("Network error", { status: 0, code: "network", serverMessage: "TypeError" }), "Failed"],
  ["something else", new Error("broken"), "Failed"],
  [
    "too many requests",
    new ApiError("Rate limited. Please try again later.", { status: 429, code: "rate_limited", serverMessage: "Slow" }),
    "Rate limited. Please try again later.",
  ],
])("%s has the message of spec/wishlist-and-alerts 3.3", (_, error, words) =>
  expect(wishlistFailure(error, "Failed")).toBe(words),
);
