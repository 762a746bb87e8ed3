import { expect, test } from "vitest";
import { formatBytes, formatDuration } from "./amounts.ts";

test.each([
  [0, "0 s"],
  [59, "59 s"],
  [60, "1 min"],
  [61, "1 min 1 s"],
  [3_600 + 59, "1 h"],
  [3 * 86_400 + 4 * 3_600 + 59, "3 d 4 h"],
])("%i seconds are %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_500_000, "1.5 MB"],
  [12_345_000_000, "12.3 GB"],
  [5e15, "5,000 TB"],
])("%i bytes are %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
