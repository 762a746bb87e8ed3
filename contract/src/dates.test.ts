import { expect, test } from "vitest";
import { formatDate } from "./dates.ts";

test.each([
  ["2000-11-01", "Nov 1, 2000"],
  ["2026-02-28T23:59:59.999Z", "Feb 28, 2026"],
  ["2026-03-01T01:00:00+02:00", "Feb 28, 2026"],
])("%s reads %s", (iso, text) => {
  expect(formatDate(iso)).toBe(text);
});
