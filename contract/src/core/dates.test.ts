import { expect, test } from "vitest";
import { english } from "../languages/language.ts";
import { daysUntil, formatDate } from "./dates.ts";

const { age: formatAge, clock: formatClock, time: formatTime } = english;

test.each([
  ["2000-11-01", "Nov 1, 2000"],
  ["2026-02-28T23:59:59.999Z", "Feb 28, 2026"],
  ["2026-03-01T01:00:00+02:00", "Feb 28, 2026"],
])("%s is shown as %s", (iso, text) => {
  expect(formatDate(iso)).toBe(text);
});

test("times are shown in UTC", () => expect(formatTime("2026-01-02T23:04:05.678Z")).toBe("Jan 2, 2026, 23:04 UTC"));

test.each([
  ["2026-03-01T11:59:50Z", "1 minute ago"],
  ["2026-03-01T12:00:30Z", "1 minute ago"],
  ["2026-03-01T11:00:01Z", "59 minutes ago"],
  ["2026-03-01T11:00:00Z", "1 hour ago"],
  ["2026-02-28T12:00:01Z", "23 hours ago"],
  ["2026-02-28T12:00:00Z", "1 day ago"],
  ["2026-01-30T12:00:00Z", "30 days ago"],
  ["2026-01-30T11:59:59Z", "Jan 30, 2026"],
])("%s is shown as %s", (iso, age) => expect(formatAge(iso, Date.parse("2026-03-01T12:00:00Z"))).toBe(age));

test.each([
  [new Date(2026, 10, 23, 19), 0],
  [new Date(2026, 10, 24, 0, 5), 1],
  [new Date(2026, 10, 25, 23), 2],
  [new Date(2026, 10, 23, 9), null],
])("a sale that ends %s ends in %s days", (end, days) => {
  expect(daysUntil(end.toISOString(), new Date(2026, 10, 23, 10).getTime())).toBe(days);
});

test("the time of day is the reader's", () => {
  expect(formatClock(new Date(2026, 10, 23, 19, 5).toISOString())).toBe("19:05");
});
