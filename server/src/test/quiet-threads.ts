import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { waitForIdleness, yieldProcessor, yieldV8Threads } from "../thread-priority.ts";
import { threadPriorities } from "./thread-priorities.ts";

/** A process with threads of every kind. It prints their names and priorities as JSON, and ends. */
if (isMainThread) {
  yieldV8Threads();
  for (const name of ["plain", "quiet", "patient"]) {
    await once(new Worker(new URL(import.meta.url), { name, workerData: name }), "message");
  }
  console.log(JSON.stringify(threadPriorities()));
  process.exit();
} else {
  if (workerData === "quiet") yieldProcessor();
  if (workerData === "patient") waitForIdleness();
  // it stays until the process ends
  parentPort!.on("message", () => {}).postMessage("ready");
}
