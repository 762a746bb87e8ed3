import { expect, test } from "vitest";
import { shippedSettings } from "./catalogue.ts";
import { parseConfigValue, readSettings, storedValue } from "./rules.ts";

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
] as const)("a %s of %j means %j (admin.md section 5)", (type, text, expected) => {
  expect(parseConfigValue(type, text)).toEqual(expected);
});

test("a missing or unusable setting counts as shipped, a stored one wins", () => {
  const settings = readSettings(
    new Map([
      ["pricing.default_savings_percentage", "many"],
      ["features.registration", "false"],
    ]),
  );
  expect(settings["pricing.default_savings_percentage"]).toBe(60);
  expect(settings["features.registration"]).toBe(false);
  expect(settings["contact.email"]).toBe("");
});

test("every shipped value survives being stored", () => {
  for (const [key, { type, value }] of Object.entries(shippedSettings)) {
    expect([key, parseConfigValue(type, storedValue(value))]).toEqual([key, value]);
  }
});
