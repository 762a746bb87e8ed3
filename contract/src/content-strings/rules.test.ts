import { expect, test } from "vitest";
import { textDefaults } from "./defaults.ts";
import { valueProblems } from "./rules.ts";
import { fillText, variablesIn } from "./variables.ts";

test.each([
  ["Showing {count} of {total} games", { count: 20, total: 1234 }, "Showing 20 of 1,234 games"],
  ["{name} and {name}", { name: "again" }, "again and again"],
  ["{id} is no count", { id: "1234" }, "1234 is no count"],
  ["{missing} stays", {}, "{missing} stays"],
  ["{toString} is no value", {}, "{toString} is no value"],
  ["$& {price}", { price: "$1.00 {x}" }, "$& $1.00 {x}"],
])("%j filled with %j is %j", (text, values, expected) => expect(fillText(text, values)).toBe(expected));

test("variables are listed once, in order", () => expect(variablesIn("{b} {a} {b} { c } {}")).toEqual(["b", "a"]));

test("the default texts have their category and variables", () =>
  expect(textDefaults["browse.page"]).toEqual({
    category: "browse",
    value: "Page {current} of {total}",
    variables: ["current", "total"],
  }));

test("no key contains url or link (spec/content-and-settings 1.4)", () =>
  expect(Object.keys(textDefaults).filter((key) => /url|link/i.test(key))).toEqual([]));

test("every default can be saved by an administrator", () => {
  const problems = Object.entries(textDefaults).map(([key, { value, variables }]) => [
    key,
    valueProblems(value, { key, variables }),
  ]);
  expect(problems.filter(([, found]) => found?.length)).toEqual([]);
});

test.each<[value: string, variables: string[], problems: string[]]>([
  ["Hello", [], []],
  ["", [], ["Value cannot be empty"]],
  [" \n\t", [], ["Value cannot be empty"]],
  ['{"a": 1}', [], []],
  ["[1, 2]", [], []],
  ["[one", [], ["Invalid JSON format"]],
  [" {one: 1}", [], ["Invalid JSON format"]],
  ["a {b", [], []],
  ["{name}, welcome", ["name"], []],
  ["{name}, welcome", [], ["Invalid JSON format", "Unknown variable: {name}"]],
  ["{a} {b} {c}", ["a", "d"], ["Unknown variable: {b}", "Unknown variable: {c}", "Unused variable: {d}"]],
  ["Page", ["current", "total"], ["Unused variable: {current}", "Unused variable: {total}"]],
])("the value %j with the variables %j: %j (spec/content-and-settings 1.4)", (value, variables, problems) =>
  expect(valueProblems(value, { key: "some.label", variables })).toEqual(problems),
);

test.each([
  ["https://example.com/a?b=c#d", true],
  ["HTTP://example.com", true],
  ["mailto:us@example.com", true],
  ["/contact", true],
  ["/", true],
  ["#top", true],
  ["//example.com", false],
  ["/\\example.com", false],
  ["/\t/example.com", false],
  ["javascript:alert(1)", false],
  [" javascript:alert(1)", false],
  ["data:text/html,x", false],
  ["ftp://example.com", false],
  ["https://", false],
  ["https:///example.com", false],
  ["mailto:", false],
  ["example.com", false],
  ["Read more", false],
])("%j under a key with url or link is valid: %s (spec/content-and-settings 1.4)", (value, fine) => {
  for (const key of ["footer.chat_url", "footer.LINK.1", "Blinking"]) {
    expect(valueProblems(value, { key, variables: [] })).toEqual(fine ? [] : ["Invalid URL format"]);
  }
});
