import { expect, test } from "vitest";
import { createFailures } from "./pictures.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/** The delays in minutes after one, two, three… consecutive failures. */
function delaysAfter(reason: "unreachable" | "unusable", count: number): number[] {
  let now = 0;
  const failures = createFailures(() => now);
  return Array.from({ length: count }, () => {
    failures.record("game", reason);
    const start = now;
    while (failures.isBackingOff("game")) now += minute;
    return (now - start) / minute;
  });
}

test.each([
  ["unreachable", [1, 2, 4, 8]],
  ["unusable", [10, 20, 40, 80]],
] as const)("the delays after %s failures double", (reason, expected) => {
  expect(delaysAfter(reason, expected.length)).toEqual(expected);
});

test("no delay is longer than a day", () => expect(delaysAfter("unusable", 12).at(-1)).toBe(day / minute));

test("a success resets the delay", () => {
  const failures = createFailures(() => 0);
  failures.record("game", "unreachable");
  failures.clear("game");
  expect([failures.isBackingOff("game"), failures.isBackingOff("another")]).toEqual([false, false]);
});
