import { expect, test } from "vitest";
import { marketPath, splitMarketPath } from "./market-address.ts";

test.each([
  ["/gb", "GB", "/"],
  ["/gb/", "GB", "/"],
  ["/gb/games", "GB", "/games"],
  ["/de/games/7", "DE", "/games/7"],
  ["/jp/free", "JP", "/free"],
  ["/", undefined, "/"],
  ["/games", undefined, "/games"],
  ["/GB/games", undefined, "/GB/games"],
  ["/gbr/games", undefined, "/gbr/games"],
  ["/gb/wishlist", undefined, "/gb/wishlist"],
  ["/gb/gb/games", undefined, "/gb/gb/games"],
  ["/gb//evil.example", undefined, "/gb//evil.example"],
  ["/gb/freedom", undefined, "/gb/freedom"],
  ["/gb/game/7", undefined, "/gb/game/7"],
])("%s is parsed as the country %s and the page %s", (pathname, country, path) =>
  expect(splitMarketPath(pathname)).toEqual({ country, path }),
);

test.each([
  ["/", "GB", "/gb"],
  ["/?page=2", "GB", "/gb?page=2"],
  ["/games", "GB", "/gb/games"],
  ["/games?store=gog,steam#list", "DE", "/de/games?store=gog,steam#list"],
  ["/games/7", "DE", "/de/games/7"],
  ["/free", "JP", "/jp/free"],
  ["/games", undefined, "/games"],
  ["/wishlist", "GB", "/wishlist"],
  ["/freedom", "GB", "/freedom"],
])("the page %s is in the market %s at %s", (path, country, expected) =>
  expect(marketPath(path, country)).toBe(expected),
);
