import { expect, test } from "vitest";
import { isSameRanking, movedBy, movedNextTo } from "./ranking-moves.ts";

const order = ["a", "b", "c", "d"];

test.each([
  ["b", -1, ["b", "a", "c", "d"]],
  ["b", 1, ["a", "c", "b", "d"]],
  ["a", -1, order],
  ["d", 1, order],
  ["a", 9, ["b", "c", "d", "a"]],
  ["gone", 1, order],
])("%s moved by %i", (id, places, expected) => expect(movedBy(order, id, places)).toEqual(expected));

test.each([
  ["a", "c", "top", ["b", "a", "c", "d"]],
  ["a", "c", "bottom", ["b", "c", "a", "d"]],
  ["d", "a", "top", ["d", "a", "b", "c"]],
  ["d", "a", "bottom", ["a", "d", "b", "c"]],
  ["b", "c", "top", order],
  ["b", "b", "top", order],
  ["b", "gone", "top", order],
  ["gone", "b", "top", order],
] as const)("%s dragged over %s, its %s half", (id, other, edge, expected) =>
  expect(movedNextTo<string>(order, id, other, edge)).toEqual(expected),
);

test("rankings are equal only if all items are", () => {
  expect(isSameRanking(order, [...order])).toBe(true);
  expect(isSameRanking(order, movedBy(order, "a", 1))).toBe(false);
  expect(isSameRanking(order, order.slice(1))).toBe(false);
});
