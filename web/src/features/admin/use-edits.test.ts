import { expect, test } from "vitest";
import { conflictsOf, withEdit } from "./use-edits.tsx";

const names = { title: "Title", genre: "Genre", developer: "Developers" };
const base = { title: "A", genre: "A", developer: "A" };

test("an edit that equals the original value is dropped", () => {
  const edits = withEdit({ genre: "Action" }, base, { title: "Hades" });
  expect(edits).toEqual({ genre: "Action", title: "Hades" });
  expect(withEdit(edits, base, { title: "A" })).toEqual({ genre: "Action" });
});

test("only fields that both changed to different values conflict", () => {
  const theirs = { ...base, title: "B", genre: "B" };
  const conflicts = conflictsOf({ names }, { title: "C", genre: "B", developer: "C" }, base, theirs);
  expect(conflicts).toEqual([{ field: "title", name: "Title", theirs: "B", mine: "C" }]);
});

test("values other than text are compared as they are and named as the form names them", () => {
  const fields = {
    names: { enabled: "Enabled", name: "Name" },
    textOf: (form: { enabled: boolean; name: string }, field: "enabled" | "name") =>
      field === "enabled" ? (form.enabled ? "On" : "Off") : form.name,
  };
  const before = { enabled: false, name: "A" };
  expect(withEdit({ enabled: true }, before, { enabled: false })).toEqual({});
  expect(conflictsOf(fields, { name: "B" }, before, { enabled: true, name: "C" })).toEqual([
    { field: "name", name: "Name", theirs: "C", mine: "B" },
  ]);
  expect(conflictsOf(fields, { name: "B" }, before, { enabled: true, name: "A" })).toEqual([]);
});
