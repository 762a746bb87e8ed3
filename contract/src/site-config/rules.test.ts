import { expect, test } from "vitest";
import { configTypes, defaultSettings } from "./defaults.ts";
import {
  configDefaults,
  configValueProblem,
  type NewConfig,
  newConfigProblems,
  normaliseConfigValue,
  parseConfigValue,
  readSettings,
  storedValue,
} from "./rules.ts";

test.each([
  ["number", " 60 ", 60],
  ["number", "", undefined],
  ["number", "sixty", undefined],
  ["boolean", "true", true],
  ["boolean", "0", false],
  ["boolean", "yes", undefined],
  ["string", "", ""],
  ["json", '{"a":1}', { a: 1 }],
  ["json", "{", undefined],
] as const)("a %s of %j means %j (spec/content-and-settings 3.2)", (type, text, expected) => {
  expect(parseConfigValue(type, text)).toEqual(expected);
});

test("a missing or invalid setting has its default", () => {
  const settings = readSettings(
    new Map([
      ["pricing.default_savings_percentage", "many"],
      ["features.registration", "false"],
      ["features.mobile_wishlist", ""],
      ["wishlist.max_items", "-5"],
      ["contact.chat_url", "javascript:alert(1)"],
    ]),
  );
  expect(settings).toMatchObject({
    "pricing.default_savings_percentage": 60,
    "features.registration": false,
    "features.mobile_wishlist": true,
    "wishlist.max_items": 1000,
    "contact.chat_url": "",
    "contact.email": "",
  });
});

test("every default can be stored, read and saved by an administrator", () => {
  for (const [key, { type, value }] of Object.entries(defaultSettings)) {
    expect([key, parseConfigValue(type, storedValue(value))]).toEqual([key, value]);
    expect([key, configValueProblem({ key, type, required: false }, value)]).toEqual([key, null]);
  }
});

test.each<[type: string, value: unknown, problem: string | null, stored: string]>([
  ["string", "  a b ", null, "a b"],
  ["string", "", null, ""],
  ["string", 5, "Value must be a string", ""],
  ["string", { a: 1 }, "Value must be a string", ""],
  ["number", " 12.50 ", null, "12.5"],
  ["number", 1e3, null, "1000"],
  ["number", "-0.5", null, "-0.5"],
  ["number", "", null, ""],
  ["number", "12 apples", "Value must be a valid number", ""],
  ["number", "Infinity", "Value must be a valid number", ""],
  ["number", true, "Value must be a valid number", ""],
  ["boolean", true, null, "true"],
  ["boolean", "false", null, "false"],
  ["boolean", "1", null, "true"],
  ["boolean", 0, null, "false"],
  ["boolean", "yes", "Value must be true or false", ""],
  ["boolean", 2, "Value must be true or false", ""],
  ["json", '{"a":[1,2]}', null, '{\n  "a": [\n    1,\n    2\n  ]\n}'],
  ["json", { a: 1 }, null, '{\n  "a": 1\n}'],
  ["json", "null", null, "null"],
  ["json", "{a:1}", "Value must be valid JSON format", ""],
  ["color", "red", "Unknown configuration type", ""],
  ["toString", "", "Unknown configuration type", ""],
])("a %s of %j: %j, stored as %j (spec/content-and-settings 3.2)", (type, value, problem, stored) => {
  expect(configValueProblem({ key: "own.key", type, required: false }, value)).toBe(problem);
  if (problem === null) expect(normaliseConfigValue(type as "string", value)).toBe(stored);
});

test.each(["", "  ", null, undefined])("a required value cannot be blank: %j", (value) => {
  for (const type of configTypes) {
    expect(configValueProblem({ key: "own.key", type, required: true }, value)).toBe("This field is required");
    expect(configValueProblem({ key: "own.key", type, required: false }, value)).toBe(null);
  }
});

test.each([
  ["wishlist.max_items", "number", "0", "Value must be a whole number from 1 to 100000"],
  ["wishlist.max_items", "number", "2.5", "Value must be a whole number from 1 to 100000"],
  ["pricing.default_savings_percentage", "number", "101", "Value must be a number from 0 to 100"],
  ["pricing.default_savings_percentage", "number", "62.5", null],
  ["contact.email", "string", "nobody", "Please enter a valid email address"],
  ["contact.email", "string", " us@example.com ", null],
  ["contact.chat_url", "string", "javascript:alert(1)", "Invalid URL format"],
  ["contact.chat_url", "string", "https://chat.example.com/room", null],
  ["social.network_url", "string", "//example.com", "Invalid URL format"],
])("the known setting %s, a %s, of %j: %j", (key, type, value, problem) => {
  expect(configValueProblem({ key, type, required: false }, value)).toBe(problem);
});

test("the initial value of every type can be saved", () => {
  for (const type of configTypes) {
    expect(configValueProblem({ key: "own.key", type, required: false }, configDefaults[type])).toBe(null);
  }
});

test.each<[fields: Partial<NewConfig>, problems: string[]]>([
  [{}, []],
  [{ key: " " }, ["key: Configuration key is required"]],
  ...["1st", "_a", "a-b", "a b", "ä"].map((key): [Partial<NewConfig>, string[]] => [
    { key },
    ["key: Key must start with a letter and contain only letters, numbers, underscores, and dots"],
  ]),
  [{ key: "taken.key" }, ["key: Configuration key already exists"]],
  [
    { value: "x", type: "number", category: " " },
    ["value: Value must be a valid number", "category: Category is required"],
  ],
  [{ value: "", required: true }, ["value: This field is required"]],
])("a new setting with %j: %j (spec/content-and-settings 3.3)", (fields, problems) => {
  const config = { key: "a.New_key2", value: "x", type: "string", category: "own", required: false, ...fields };
  const found = newConfigProblems(config, (key) => key === "taken.key");
  expect(found.map(({ path, msg }) => `${path}: ${msg}`)).toEqual(problems);
});
