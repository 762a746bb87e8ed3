import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test("quotes cells where necessary", () => {
  expect(csvLine(["a", "b,c", 'say "d"', "e\nf"])).toBe('a,"b,c","say ""d""","e\nf"\r\n');
});

test("writes missing values as empty cells, and other values as JSON", () => {
  expect(csvLine([null, undefined, 7, { a: 1 }])).toBe(',,7,"{""a"":1}"\r\n');
});

test.each(["=1+1", "+1", "-1", "@sum", "\t=1", "\r=1"])("%j is escaped so that it is not a formula", (text) => {
  expect(csvLine([text]).replace(/^"/, "")).toMatch(/^'/);
});
