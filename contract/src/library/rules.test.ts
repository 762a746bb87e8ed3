import { expect, test } from "vitest";
import { compareWishes, importedState, type LibrarySource, type LibraryState } from "./rules.ts";

type Existing = { state: LibraryState; source: LibrarySource } | null;

test.each<[imported: LibraryState, existing: Existing, expected: LibraryState | null]>([
  ["owned", null, "owned"],
  ["ignored", null, "ignored"],
  ["owned", { state: "owned", source: "steam" }, null],
  ["owned", { state: "ignored", source: "file" }, "owned"],
  ["ignored", { state: "owned", source: "file" }, null],
  ["owned", { state: "ignored", source: "manual" }, null],
  ["ignored", { state: "owned", source: "manual" }, null],
])("importing a game as %s when it is %j sets %s (spec/library 4.6)", (imported, existing, expected) => {
  expect(importedState(imported, existing)).toBe(expected);
});

test("Steam's wishlist order: ranked ones first, then the others, the latest first (spec/library 4.1)", () => {
  const wishes = [
    { priority: 0, date_added: 5 },
    { priority: 3, date_added: 1 },
    { priority: 0, date_added: 9 },
    { priority: 1, date_added: 2 },
  ];
  expect(wishes.toSorted(compareWishes)).toEqual([wishes[3], wishes[1], wishes[2], wishes[0]]);
});
