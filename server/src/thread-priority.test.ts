import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { ThreadPriority } from "./test/thread-priorities.ts";

test.skipIf(process.platform !== "linux")("threads in the background give way, all others do not", () => {
  // in a process of its own, for only root can take a nice value back
  const file = fileURLToPath(new URL("./test/quiet-threads.ts", import.meta.url));
  const threads: ThreadPriority[] = JSON.parse(execFileSync(process.execPath, [file], { encoding: "utf8" }));
  const prioritiesOf = (wanted: string) => {
    return threads.filter(({ name }) => name === wanted).map(({ nice, onlyWhenIdle }) => [nice, onlyWhenIdle]);
  };
  const [[usual] = []] = prioritiesOf("node-MainThread") as [number, boolean][];
  expect(prioritiesOf("plain")).toEqual([[usual, false]]);
  expect(prioritiesOf("quiet")).toEqual([[usual! + 5, false]]);
  expect(prioritiesOf("patient")).toEqual([[usual, true]]);
  for (const priority of prioritiesOf("node-V8Worker")) expect(priority).toEqual([usual! + 5, false]);
});
