import { expect, test } from "vitest";
import { parseTargetPrice } from "./rules.ts";

test.each([
  ["9.99", 9.99],
  [" $9.99 ", 9.99],
  ["$ 9", 9],
  ["9,5", 9.5],
  ["0.01", 0.01],
  ["10000", 10_000],
  ["10000.01", null],
  ["1,000", null],
  ["0", null],
  ["0.00", null],
  ["-1", null],
  ["9.999", null],
  ["9.", null],
  ["1e3", null],
  ["free", null],
  ["", null],
])("a target typed as %j is %s", (typed, dollars) => expect(parseTargetPrice(typed)).toBe(dollars));
