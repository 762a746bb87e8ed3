import { expect, test } from "vitest";
import { findChangedFields } from "./entry-dialog.tsx";

test.each([
  [{ value: "a", category: "x" }, { value: "b", category: "x" }, ["value: a → b"]],
  [{ value: "" }, { value: "b" }, ["value: (empty) → b"]],
  [{ note: "a" }, { note: null }, ["note: a → (empty)"]],
  [null, { name: "a", permissions: [] }, ["name: (empty) → a", "permissions: (empty) → []"]],
  [{ permissions: ["x"] }, { permissions: ["x", "y"] }, ['permissions: ["x"] → ["x","y"]']],
  [{ required: false }, { required: true }, ["required: false → true"]],
  ["off", "on", ["value: off → on"]],
  [{ value: "" }, { value: null }, []],
  [{ value: 1 }, { value: 1 }, []],
])("from %j to %j changed %j (spec/administration 6.3)", (before, after, changes) =>
  expect(findChangedFields(before, after).map(({ field, from, to }) => `${field}: ${from} → ${to}`)).toEqual(changes),
);
