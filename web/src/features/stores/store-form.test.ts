import type { AdminStore } from "contract/stores/schema.ts";
import { expect, test } from "vitest";
import { conflictsOf, withEdit } from "../admin/use-edits.tsx";
import {
  changedFields,
  emptyForm,
  fieldNames,
  formProblems,
  type StoreForm,
  toFields,
  toForm,
  toText,
} from "./store-form.ts";

const store: AdminStore = {
  key: "own-shop",
  name: "Own Shop",
  kind: "keyshop",
  website: "https://own.example",
  activation: ["steam-key", "drm-free"],
  color: "teal",
  reports_stock: true,
  link_templates: { "*": "https://go.example/?to={link}", GB: "https://go.example/uk/{link}" },
  open_data_licence: "CC0-1.0",
  enabled: false,
  position: 5,
  offers: 0,
  version: 3,
  updated_at: null,
};
const form = toForm(store);
const problems = (change: object, isTaken = () => false) => formProblems({ ...form, ...change }, isTaken);

test("an unedited store is sent unchanged", () => {
  const { key: _, position, offers, version, updated_at, ...fields } = store;
  expect(toFields(form)).toEqual(fields);
  expect(changedFields(form, form)).toEqual({});
  expect(problems({})).toEqual({});
});

test("only edited fields are sent", () => {
  const edited = { ...form, website: " ", activation: "steam-key,, drm-free , ", link_templates: "", enabled: true };
  expect(changedFields(edited, form)).toEqual({
    website: null,
    activation: ["steam-key", "drm-free"],
    link_templates: {},
    enabled: true,
  });
});

test("a template without a country applies to all", () => {
  const link_templates = "https://go.example/{link}\n\n DE   https://go.example/de/{link} ";
  expect(changedFields({ ...form, link_templates }, form)).toEqual({
    link_templates: { "*": "https://go.example/{link}", DE: "https://go.example/de/{link}" },
  });
});

test.each([
  [{ name: " " }, { name: "Name is required" }],
  [{ key: "Own Shop" }, { key: expect.stringContaining("lower-case letters") }],
  [{ website: "own.example" }, { website: expect.any(String) }],
  [{ link_templates: "https://go.example/" }, { link_templates: expect.stringContaining("{link}") }],
  [{ link_templates: "DE" }, { link_templates: expect.stringContaining("{link}") }],
  [{ activation: "a,".repeat(11) }, { activation: expect.any(String) }],
])("%j is refused", (change, expected) => expect(problems(change)).toEqual(expected));

test("an existing key is refused", () => {
  expect(formProblems({ ...emptyForm, key: "gog", name: "GOG" }, (key) => key === "gog")).toEqual({
    key: "There is a store gog already",
  });
});

test("after a conflict only fields that both edited need a decision", () => {
  const theirs: StoreForm = { ...form, name: "Our Shop", color: "red", enabled: true };
  const mine = withEdit({}, form, { name: "My Shop", reports_stock: false, enabled: true });
  const fields = { names: fieldNames, textOf: toText };
  expect(conflictsOf(fields, mine, form, theirs)).toEqual([
    { field: "name", name: "Name", theirs: "Our Shop", mine: "My Shop" },
  ]);
  expect(conflictsOf(fields, mine, form, { ...form, color: "red" })).toEqual([]);
});
