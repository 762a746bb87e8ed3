import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test("cells are quoted where they must be", () => {
  expect(csvLine(["a", "b,c", 'say "d"', "e\nf"])).toBe('a,"b,c","say ""d""","e\nf"\r\n');
});

test("what is missing is empty, and what is no text is JSON", () => {
  expect(csvLine([null, undefined, 7, { a: 1 }])).toBe(',,7,"{""a"":1}"\r\n');
});

test.each(["=1+1", "+1", "-1", "@sum", "\t=1", "\r=1"])("%j is no formula for a spreadsheet", (text) => {
  expect(csvLine([text]).replace(/^"/, "")).toMatch(/^'/);
});
