import { expect, test } from "vitest";
import { formatMoment } from "./moments.ts";

test.each([null, undefined, ""])("%j is never (spec/administration 2.4)", (missing) => {
  expect(formatMoment(missing)).toBe("Never");
});

test("an unreadable time is shown as invalid (spec/administration 2.4)", () => {
  expect(formatMoment("yesterday")).toBe("Invalid date");
});

test("a time is shown in the browser's time zone", () => {
  const date = new Date(2000, 10, 1, 15, 4);
  expect(formatMoment(date.toISOString()).replace(/\s/g, " ")).toBe("Nov 1, 2000, 3:04 PM");
});
