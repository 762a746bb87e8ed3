import { expect, test } from "vitest";
import { basePathOf, pathBelow } from "./base-path.ts";

test.each([
  ["https://example.org", ""],
  ["http://localhost:3000", ""],
  ["https://example.org/games", "/games"],
  ["https://example.org/a/games-prices", "/a/games-prices"],
])("the base path of %s is %j", (publicUrl, basePath) => expect(basePathOf(publicUrl)).toBe(basePath));

test.each([
  ["", "/", "/"],
  ["", "/games/1", "/games/1"],
  ["/games", "/games", "/"],
  ["/games", "/games/", "/"],
  ["/games", "/games/games/1", "/games/1"],
  ["/games", "/games-prices", null],
  ["/games", "/deals", null],
  ["/games", "/GAMES/1", null],
])("below %j, %s is %j", (basePath, pathname, path) => expect(pathBelow(basePath, pathname)).toBe(path));
