import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { yieldProcessor, yieldV8Threads } from "../thread-priority.ts";
import { niceValues } from "./nice-values.ts";

/** A process with threads of every kind. It prints their names and nice values as JSON, and ends. */
if (isMainThread) {
  yieldV8Threads();
  for (const name of ["plain", "quiet"]) {
    await once(new Worker(new URL(import.meta.url), { name, workerData: name }), "message");
  }
  console.log(JSON.stringify(niceValues()));
  process.exit();
} else {
  if (workerData === "quiet") yieldProcessor();
  // it stays until the process ends
  parentPort!.on("message", () => {}).postMessage("ready");
}
