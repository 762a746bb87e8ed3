import { expect, test } from "vitest";
import { createFailures } from "./failures.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/** The pauses, in minutes, after one, two, three… failures in a row. */
function restsAfter(reason: "away" | "unusable", failures: number): number[] {
  let now = 0;
  const memory = createFailures(() => now);
  return Array.from({ length: failures }, () => {
    memory.note("game", reason);
    const start = now;
    while (memory.isResting("game")) now += minute;
    return (now - start) / minute;
  });
}

test.each([
  ["away", [1, 2, 4, 8]],
  ["unusable", [10, 20, 40, 80]],
] as const)("the rests of what was %s double", (reason, expected) => {
  expect(restsAfter(reason, expected.length)).toEqual(expected);
});

test("no rest is longer than a day", () => expect(restsAfter("unusable", 12).at(-1)).toBe(day / minute));

test("what worked again starts over", () => {
  const memory = createFailures(() => 0);
  memory.note("game", "away");
  memory.forget("game");
  expect([memory.isResting("game"), memory.isResting("another")]).toEqual([false, false]);
});
