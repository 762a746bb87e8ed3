import { expect, test } from "vitest";
import { findEnglishDay, readEnglishDay } from "./dates.ts";

test.each([
  ["Sep 15, 2026", "2026-09-15"],
  ["March 11th, 2027", "2027-03-11"],
  ["May 1, 2026", "2026-05-01"],
  ["Sept 1st, 2026", "2026-09-01"],
  ["22 Feb, 2018", "2018-02-22"],
  ["22 February 2018", "2018-02-22"],
  ["1 November 2026", "2026-11-01"],
  [" Feb 22, 2018 ", "2018-02-22"],
  ["Feb 30, 2018", null],
  ["Season 12, 2024", null],
  ["Ma 12, 2024", null],
  ["Q3 2026", null],
  ["Coming soon", null],
  ["Feb 22, 2018 07:00", null],
  ["", null],
])("the day %s is %s", (text, day) => {
  expect(readEnglishDay(text)).toBe(day);
});

test.each([
  ["Keys expire. Please redeem before March 11th, 2027.", "2027-03-11"],
  ["September 25, 2026 07:00 UTC", "2026-09-25"],
  ["Season 12, 2024 ends on May 3, 2025", "2025-05-03"],
  ["redeem before February 30th, 2027.", null],
  ["Keys do not expire", null],
])("in %s the day is %s", (text, day) => {
  expect(findEnglishDay(text)).toBe(day);
});
