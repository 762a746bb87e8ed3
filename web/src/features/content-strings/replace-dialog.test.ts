import type { ContentString } from "contract/content-strings/schema.ts";
import { expect, test } from "vitest";
import { replaceIn } from "./replace-dialog.tsx";

function text(key: string, value: string, variables: string[] = []): ContentString {
  return {
    id: 1,
    key,
    current_value: value,
    variables,
    category: "a",
    last_modified: null,
    version: 1,
    shipped: true,
    unused: false,
  };
}

test.each([
  ["Compare Steam and steam", "Steam", "GOG", true, "Compare GOG and steam"],
  ["Compare Steam and steam", "STEAM", "GOG", false, "Compare GOG and GOG"],
  ["1+1 (one)", "+1 (", "$& ", true, "1$& one)"],
])("in %j, %j becomes %j", (value, words, replacement, matchCase, expected) => {
  expect(replaceIn([text("a.b", value)], words, replacement, matchCase).map(({ value }) => value)).toEqual([expected]);
});

test("unchanged texts are not listed", () => {
  expect(replaceIn([text("a.b", "GOG"), text("a.c", "Steam")], "GOG", "GOG", true)).toEqual([]);
  expect(replaceIn([text("a.b", "GOG")], "", "x", true)).toEqual([]);
});

test("a replacement that violates the rules has problems", () => {
  const [found] = replaceIn([text("a.b", "Page {page}", ["page"])], "{page}", "{seite}", true);
  expect(found?.problems).toEqual(["Unknown variable: {seite}", "Unused variable: {page}"]);
});
