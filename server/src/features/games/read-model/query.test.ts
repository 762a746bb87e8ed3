import { expect, test } from "vitest";
import { bitsOf } from "./bits.ts";
import { sortByRelevance } from "./query.ts";

const slots = Uint32Array.of(9, 2, 7, 4);
const found = { slots, classes: Uint8Array.of(1, 0, 1, 3) };
/** All slots from the most popular to the least. */
const popular = Uint32Array.of(0, 4, 7, 9, 2, 1);

test("the better class comes first, and in a class the more popular game", () => {
  const sorted = sortByRelevance(popular, bitsOf(64, slots), found, "DESC");
  expect([...sorted]).toEqual([2, 7, 9, 4]);
});

test("ascending reverses the classes", () => {
  const sorted = sortByRelevance(popular.toReversed(), bitsOf(64, slots), found, "ASC");
  expect([...sorted]).toEqual([4, 9, 7, 2]);
});

test("filtered games are left out", () => {
  const sorted = sortByRelevance(popular, bitsOf(64, Uint32Array.of(4, 9)), found, "DESC");
  expect([...sorted]).toEqual([9, 4]);
});
