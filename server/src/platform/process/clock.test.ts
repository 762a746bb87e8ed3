import { expect, test } from "vitest";
import { clockProblem } from "./clock.ts";

const builtAt = Date.parse("2026-11-27T12:00:00Z");

test("a clock that is behind is named with what to do", () => {
  expect(clockProblem(0, builtAt)).toMatch(/^The clock says 1970-01-01T00:00:00\.000Z, .*NTP/);
});

test.each([0, 1, 1e12])("%s ms later nothing is wrong", (later) => {
  expect(clockProblem(builtAt + later, builtAt)).toBeNull();
});
