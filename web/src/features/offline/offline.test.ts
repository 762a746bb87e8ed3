import { expect, test } from "vitest";
import { asOfText } from "./offline.tsx";

const now = new Date(2026, 10, 24, 15, 0);

test.each([
  [new Date(2026, 10, 24, 14, 5), "en", "14:05"],
  [new Date(2026, 10, 23, 9, 30), "en", "23 Nov, 09:30"],
  [new Date(2026, 10, 24, 14, 5), "de", "14:05"],
  [new Date(2026, 10, 23, 9, 30), "de", "23. Nov., 09:30"],
  [new Date(2026, 10, 23, 9, 30), "ja", "11月23日 09:30"],
])("%s is shown in %s as %s (spec/app 2.3)", (moment, tag, text) =>
  expect(asOfText(moment.getTime(), now, { tag })).toBe(text),
);
