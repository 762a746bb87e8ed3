import { Worker } from "node:worker_threads";
import type { Connection } from "../../../platform/db/connect.ts";
import type { BuiltIndex } from "./build.ts";

/** Rows become garbage as fast as they arrive: a small young generation is collected often and does not grow. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/**
 * Builds a read model in a worker thread, since it would block the event loop for seconds.
 * Rejects if the database cannot be read or `signal` aborts.
 */
export function buildInThread(connection: Connection, signal: AbortSignal): Promise<BuiltIndex> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: connection, resourceLimits });
    const stop = () => void worker.terminate();
    signal.addEventListener("abort", stop);
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => {
      signal.removeEventListener("abort", stop);
      reject(new Error(`The thread that reads the catalogue ended early, with code ${code}`));
    });
  });
}
