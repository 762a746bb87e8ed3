import { expect, test } from "vitest";
import { pageCount, pageWindow } from "./pagination.ts";

test.each([
  [1, 10, [1, 2, 3, 4, 5]],
  [3, 10, [1, 2, 3, 4, 5]],
  [6, 10, [4, 5, 6, 7, 8]],
  [10, 10, [6, 7, 8, 9, 10]],
  [2, 3, [1, 2, 3]],
  [1, 0, []],
])("page %s of %s shows %j (spec/games 2.6)", (current, total, expected) => {
  expect(pageWindow(current, total)).toEqual(expected);
});

test("an empty list has no pages", () =>
  expect([pageCount(0, 20), pageCount(20, 20), pageCount(21, 20)]).toEqual([0, 1, 2]));
