import type { SiteConfig } from "contract/site-config/schema.ts";
import { expect, test } from "vitest";
import { editProblems, savedOr, updatesOf, withEdited } from "./use-config-edits.ts";

const setting = (given: Partial<SiteConfig>): SiteConfig => ({
  id: 1,
  key: "a.b",
  type: "number",
  value: "60",
  category: "a",
  description: null,
  required: false,
  version: 3,
  last_modified: null,
  ...given,
});

test("an edit keeps its base version when a newer version arrives", () => {
  const newest = [setting({ version: 4, value: "61" }), setting({ id: 2, version: 2 })];
  const seen = [setting({}), setting({ id: 2, version: 1 })];
  expect(updatesOf({ 1: "70", 2: "80" }, withEdited(newest, seen, { 1: "7" }))).toEqual([
    { id: 1, type: "number", value: "70", base_version: 3 },
    { id: 2, type: "number", value: "80", base_version: 2 },
  ]);
});

test.each(["60", " 60 ", "60.0"])("the value %j equals the saved one, so the edit is dropped", (value) => {
  expect(savedOr(setting({}), value)).toBe("60");
  expect(savedOr(setting({}), `1${value}`)).toBe(`1${value}`);
});

test("values are sent normalized (spec/content-and-settings 3.2)", () => {
  const config = setting({ type: "json", value: "{}" });
  expect(updatesOf({ 1: '{"a":1}' }, [config])).toMatchObject([{ value: '{\n  "a": 1\n}' }]);
});

test("problems are reported by setting", () => {
  const configs = [setting({}), setting({ id: 2, type: "string", value: "x", required: true })];
  expect([...editProblems({ 1: "many", 2: " " }, configs)]).toEqual([
    [1, "Value must be a valid number"],
    [2, "This field is required"],
  ]);
});
