import { expect, test } from "vitest";
import { asOfText } from "./offline.tsx";

const now = new Date(2026, 10, 24, 15, 0);

test.each([
  [new Date(2026, 10, 24, 14, 5), "14:05"],
  [new Date(2026, 10, 23, 9, 30), "23 Nov, 09:30"],
])("%s is shown as %s (spec/app 2.3)", (moment, text) => expect(asOfText(moment.getTime(), now)).toBe(text));
