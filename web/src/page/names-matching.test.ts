import { expect, test } from "vitest";
import { namesMatching } from "./names-matching.ts";

const markets = [
  ["United Kingdom", "GB", "GBP"],
  ["United States", "US", "USD"],
  ["Türkiye", "TR", "USD"],
  ["Côte d'Ivoire", "CI", "XOF"],
];

test.each([
  ["", ["GB", "US", "TR", "CI"]],
  ["united", ["GB", "US"]],
  ["KING", ["GB"]],
  ["uni king", ["GB"]],
  ["usd", ["US", "TR"]],
  ["turk", ["TR"]],
  ["cote ivo", ["CI"]],
  ["nited", []],
])("%j finds %j", (typed, expected) =>
  expect(namesMatching(markets, typed, (names) => names).map(([, code]) => code)).toEqual(expected),
);
