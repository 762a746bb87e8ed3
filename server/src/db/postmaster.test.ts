import { expect, test } from "vitest";
import { sharedBuffers } from "./postmaster.ts";

test.each([
  [1, 256],
  [8, 512],
  [24, 1_024],
])("with %s GB of memory the embedded database keeps %s MB of its files in memory", (gigabytes, megabytes) => {
  expect(sharedBuffers(gigabytes * 1024 ** 3)).toBe(megabytes);
});
