import { expect, test } from "vitest";
import { isMasked, maskAddress } from "./feed-rules.ts";

// spec/catalogue 8.1
test.each([
  ["https://shop.example/feeds/games.csv", "https://shop.example/feeds/games.csv"],
  ["https://shop.example:8443/feed?country=GB&format=csv", "https://shop.example:8443/feed?country=GB&format=csv"],
  ["https://ada:pass@shop.example/feed.csv", "https://***@shop.example/feed.csv"],
  ["https://shop.example/feed?api_key=abc&country=GB", "https://shop.example/feed?api_key=***&country=GB"],
  ["https://shop.example/feed?id=4f3c2b1a09f8e7d6c5b4a392", "https://shop.example/feed?id=***"],
  ["https://shop.example/feed?4f3c2b1a09f8e7d6c5b4a392", "https://shop.example/feed?***"],
  ["https://shop.example/datafeed/4f3c2b1a09f8e7d6c5b4a392/feed.csv", "https://shop.example/datafeed/***/feed.csv"],
  [
    "https://shop.example/product-feeds-of-the-shop/feed.csv",
    "https://shop.example/product-feeds-of-the-shop/feed.csv",
  ],
  ["https://shop.example/feed?token=", "https://shop.example/feed?token="],
  ["https://shop.example/feed.csv#part", "https://shop.example/feed.csv"],
  ["nonsense", "***"],
])("%s is shown as %s", (address, shown) => {
  expect(maskAddress(address)).toBe(shown);
  expect(maskAddress(shown)).toBe(shown);
});

test("a URL with masked parts is recognised", () => {
  expect(isMasked("https://shop.example/feed?key=***")).toBe(true);
  expect(isMasked("https://shop.example/feed")).toBe(false);
});
