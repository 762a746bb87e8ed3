import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { yieldProcessor, yieldV8Threads } from "../thread-priority.ts";

/** A process with threads of every kind. It prints their names and nice values as JSON, and ends. */
if (isMainThread) {
  yieldV8Threads();
  for (const name of ["plain", "quiet"]) {
    await once(new Worker(new URL(import.meta.url), { name, workerData: name }), "message");
  }
  const stats = readdirSync("/proc/self/task").map((thread) => readFileSync(`/proc/self/task/${thread}/stat`, "utf8"));
  const parts = stats.map((stat) => /\((.*)\) (.*)/s.exec(stat)!);
  console.log(JSON.stringify(parts.map(([, name, rest]) => [name, Number(rest!.split(" ")[16])])));
  process.exit();
} else {
  if (workerData === "quiet") yieldProcessor();
  // it stays until the process ends
  parentPort!.on("message", () => {}).postMessage("ready");
}
