import { expect, test } from "vitest";
import { memoryLimit, shareOfMemory } from "./memory.ts";

test.each([
  [1, 256],
  [8, 512],
  [24, 1_024],
])("of %s GB a sixteenth within 256 and 1,024 MB is %s MB", (gigabytes, megabytes) => {
  expect(shareOfMemory(1 / 16, { min: 256, max: 1_024 }, gigabytes * 1024 ** 3)).toBe(megabytes);
});

test("the limit is finite, and a share of it is in megabytes", () => {
  expect(memoryLimit).toBeLessThan(2 ** 50);
  expect(shareOfMemory(1, { min: 0, max: Number.POSITIVE_INFINITY })).toBe(Math.floor(memoryLimit / 1024 ** 2));
});
