import { expect, test } from "vitest";
import { countedSearch } from "./rules.ts";

test.each([
  ["Half-Life  3", "half-life 3"],
  [" POKÉMON ", "pokemon"],
  ["", null],
  ["   ", null],
  ["ann@example.com", null],
  ["ann＠example.com", null],
  ["anno 123456", "anno 123456"],
  ["call 1234567", null],
  ["call １２３４５６７", null],
  ["x".repeat(60), "x".repeat(60)],
  ["x".repeat(61), null],
])("the search %j is counted as %j", (search, counted) => expect(countedSearch(search)).toBe(counted));
