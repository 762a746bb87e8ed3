import type { SiteConfig } from "contract/site-config/schema.ts";
import { expect, test } from "vitest";
import { editProblems, type PendingEdits, updatesOf, withEdit } from "./use-config-edits.ts";

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

const none: PendingEdits = new Map();

test("an edit keeps its base version when a newer version arrives", () => {
  const edits = withEdit(none, setting({}), "7");
  const later = withEdit(edits, setting({ version: 4, value: "61" }), "70");
  expect(updatesOf(later, [setting({ version: 4 })])).toEqual([
    { id: 1, type: "number", value: "70", base_version: 3 },
  ]);
});

test.each(["60", " 60 ", "60.0"])("the value %j equals the saved one, so the edit is dropped", (value) => {
  expect(withEdit(withEdit(none, setting({}), "7"), setting({}), value).size).toBe(0);
});

test("values are sent normalized (spec/content-and-settings 3.2)", () => {
  const config = setting({ type: "json", value: "{}" });
  const edits = withEdit(none, config, '{"a":1}');
  expect(updatesOf(edits, [config])).toMatchObject([{ value: '{\n  "a": 1\n}' }]);
});

test("problems are reported by setting", () => {
  const configs = [setting({}), setting({ id: 2, type: "string", value: "x", required: true })];
  const edits = withEdit(withEdit(none, configs[0]!, "many"), configs[1]!, " ");
  expect([...editProblems(edits, configs)]).toEqual([
    [1, "Value must be a valid number"],
    [2, "This field is required"],
  ]);
});
