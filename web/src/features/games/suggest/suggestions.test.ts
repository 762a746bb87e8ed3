import { expect, test } from "vitest";
import { nextOption } from "./suggestions.tsx";

test.each([
  ["ArrowDown", -1, 0],
  ["ArrowDown", 1, 2],
  ["ArrowDown", 2, -1],
  ["ArrowUp", -1, 2],
  ["ArrowUp", 0, -1],
  ["Home", 2, 0],
  ["End", 0, 2],
  ["Home", -1, null],
  ["End", -1, null],
  ["a", 1, null],
])("%s leads from option %s of three to %s", (key, from, to) => expect(nextOption(key, from, 3)).toBe(to));
