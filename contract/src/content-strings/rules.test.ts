import { expect, test } from "vitest";
import { catalogue } from "./catalogue.ts";
import { fillText, variablesIn } from "./rules.ts";

test.each([
  ["Showing {count} of {total} games", { count: 20, total: 1234 }, "Showing 20 of 1234 games"],
  ["{name} and {name}", { name: "again" }, "again and again"],
  ["{missing} stays", {}, "{missing} stays"],
  ["{toString} is no value", {}, "{toString} is no value"],
  ["$& {price}", { price: "$1.00 {x}" }, "$& $1.00 {x}"],
])("%j filled with %j reads %j", (text, values, expected) => expect(fillText(text, values)).toBe(expected));

test("variables are named once, in order", () => expect(variablesIn("{b} {a} {b} { c } {}")).toEqual(["b", "a"]));

test("the catalogue knows category and variables of a text", () =>
  expect(catalogue["browse.page"]).toEqual({
    category: "browse",
    value: "Page {current} of {total}",
    variables: ["current", "total"],
  }));

test("no key claims to hold an address (admin.md section 5)", () =>
  expect(Object.keys(catalogue).filter((key) => /url|link/.test(key))).toEqual([]));

test("every text can be saved by an administrator: not empty, not mistaken for JSON", () => {
  for (const [key, { value, variables }] of Object.entries(catalogue)) {
    expect(value.trim(), key).not.toBe("");
    expect(/^[{[]/.test(value) && !variables.some((name) => value.startsWith(`{${name}}`)), key).toBe(false);
  }
});
