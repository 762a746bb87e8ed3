import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test.skipIf(process.platform !== "linux")("threads in the background give way, all others do not", () => {
  // in a process of its own, for only root can take a nice value back
  const file = fileURLToPath(new URL("./test/quiet-threads.ts", import.meta.url));
  const threads: [string, number][] = JSON.parse(execFileSync(process.execPath, [file], { encoding: "utf8" }));
  const valuesOf = (wanted: string) => threads.filter(([name]) => name === wanted).map(([, value]) => value);
  const [usual = Number.NaN] = valuesOf("node-MainThread");
  expect(valuesOf("plain")).toEqual([usual]);
  expect(valuesOf("quiet")).toEqual([usual + 5]);
  expect(new Set(valuesOf("node-V8Worker"))).toEqual(new Set([usual + 5]));
});
