import { expect, test } from "vitest";
import { languageOf } from "../languages/language.ts";
import { shippedTexts } from "./defaults.ts";
import { valueProblems } from "./rules.ts";
import { fillText, pluralOf, readText, variablesFor, variablesIn } from "./variables.ts";

test.each([
  ["Showing {count} of {total} games", { count: 20, total: 1234 }, "Showing 20 of 1,234 games"],
  ["{name} and {name}", { name: "again" }, "again and again"],
  ["{id} is no count", { id: "1234" }, "1234 is no count"],
  ["{missing} stays", {}, "{missing} stays"],
  ["{toString} is no value", {}, "{toString} is no value"],
  ["$& {price}", { price: "$1.00 {x}" }, "$& $1.00 {x}"],
])("%j filled with %j is %j", (text, values, expected) => expect(fillText(text, values)).toBe(expected));

test("variables are listed once, in order", () => expect(variablesIn("{b} {a} {b} { c } {}")).toEqual(["b", "a"]));

const plurals: Record<string, string> = {
  "basket.one": "not a plural: there is no other",
  "stores.sold_one": "1 store of {name} is sold out",
  "stores.sold_few": "{count} storeje of {name}",
  "stores.sold_other": "{count} stores of {name} are sold out",
  "games.shown_one": "{count} of {total} game",
  "games.shown_other": "{count} of {total} games",
};

test.each<[key: string, values: Record<string, string | number>, language: string, text: string | undefined]>([
  ["stores.sold", { count: 1, name: "A" }, "en", "1 store of A is sold out"],
  ["stores.sold", { count: 0, name: "A" }, "en", "0 stores of A are sold out"],
  ["stores.sold", { count: 1234, name: "A" }, "de", "1.234 stores of A are sold out"],
  ["stores.sold", { count: 3, name: "A" }, "pl", "3 storeje of A"],
  ["stores.sold", { count: 22, name: "A" }, "pl", "22 storeje of A"],
  ["stores.sold", { count: 5, name: "A" }, "pl", "5 stores of A are sold out"],
  ["stores.sold", { count: 2, name: "A" }, "ar", "2 stores of A are sold out"],
  ["stores.sold", { count: "…", name: "A" }, "en", "… stores of A are sold out"],
  ["games.shown", { count: 20, total: 1 }, "en", "20 of 1 game"],
  ["games.shown", { count: 1, total: 20 }, "en", "1 of 20 games"],
  ["games.hidden", { count: 1 }, "en", undefined],
])("the text %s with %j is in %s %j", (key, values, language, text) =>
  expect(readText((one) => plurals[one], key, values, languageOf(language))).toBe(text),
);

test.each<[key: string, language: string, required: string[], optional: string[]]>([
  ["basket.one", "en", [], []],
  ["stores.sold_other", "en", ["count", "name"], []],
  ["stores.sold_one", "en", ["name"], ["count"]],
  // French has it for 0 and 1, Polish few for 2, 3, 4, 22, …
  ["stores.sold_one", "fr", ["count", "name"], []],
  ["stores.sold_few", "pl", ["count", "name"], []],
  ["stores.sold_two", "ar", ["name"], ["count"]],
  ["games.shown_one", "de", ["count"], ["total"]],
])("%s in %s must contain %j and may contain %j", (key, language, required, optional) =>
  expect(variablesFor(key, plurals, language)).toEqual({ required, optional }),
);

test("a plural is known by its other form", () => {
  expect(pluralOf("stores.sold_zero", plurals)).toEqual({ other: "stores.sold_other", category: "zero" });
  expect(pluralOf("basket.one", plurals)).toBeNull();
  expect(pluralOf("stores.sold", plurals)).toBeNull();
});

test("no key contains url or link (spec/content-and-settings 1.4)", () =>
  expect(Object.keys(shippedTexts).filter((key) => /url|link/i.test(key))).toEqual([]));

test("every default can be saved by an administrator", () => {
  const problems = Object.entries(shippedTexts).map(([key, value]) => {
    const { required, optional } = variablesFor(key, shippedTexts, "en");
    return [key, valueProblems(value, { key, variables: required, optional })];
  });
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
