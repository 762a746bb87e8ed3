import { expect, test } from "vitest";
import { conflictsOf, withEdit } from "./edits.ts";

const names = { title: "Title", genre: "Genre", developer: "Developers" };
const base = { title: "A", genre: "A", developer: "A" };

test("an edit that equals the original value is dropped", () => {
  const edits = withEdit<keyof typeof names>({ genre: "Action" }, base, "title", "Hades");
  expect(edits).toEqual({ genre: "Action", title: "Hades" });
  expect(withEdit(edits, base, "title", "A")).toEqual({ genre: "Action" });
});

test("only fields that both changed to different values conflict", () => {
  const theirs = { ...base, title: "B", genre: "B" };
  const conflicts = conflictsOf(names, { title: "C", genre: "B", developer: "C" }, base, theirs);
  expect(conflicts).toEqual([{ field: "title", name: "Title", theirs: "B", mine: "C" }]);
});
