import { expect, test } from "vitest";
import { rangeEnd, rangeStart } from "./rules.ts";

const at = (iso: string) => Date.parse(iso);

test.each([
  [undefined, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  ["2026-03-01", at("2026-03-01T00:00:00Z"), at("2026-03-02T00:00:00Z")],
  ["2026-12-31", at("2026-12-31T00:00:00Z"), at("2027-01-01T00:00:00Z")],
  ["2026-03-01T10:00:00Z", at("2026-03-01T10:00:00Z"), at("2026-03-01T10:00:00.001Z")],
  ["2026-03-01T01:00:00+02:00", at("2026-02-28T23:00:00Z"), at("2026-02-28T23:00:00.001Z")],
])("a range that begins or ends with %s (spec/api 4.4)", (date, start, end) => {
  expect([rangeStart(date), rangeEnd(date)]).toEqual([start, end]);
});
