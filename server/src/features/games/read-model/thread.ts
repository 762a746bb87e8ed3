import { Worker } from "node:worker_threads";
import type { Connection } from "../../../platform/db/connect.ts";
import type { BuiltIndex } from "./build.ts";
import type { PriceBook } from "./price-book.ts";

/** Rows become garbage as fast as they arrive: a small young generation is collected often and does not grow. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/** The whole read model with the prices of some countries, or the prices of one country for the games by slot. */
export type ThreadTask = { countries: readonly string[] } | { book: string; ids: Float64Array; size: number };

/**
 * Builds a read model or a price book in a worker thread, since it would block the event loop.
 * Rejects if the database cannot be read or `signal` aborts.
 */
export function buildInThread<Task extends ThreadTask>(
  connection: Connection,
  task: Task,
  signal: AbortSignal,
): Promise<Task extends { book: string } ? PriceBook : BuiltIndex> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const workerData = { connection, task };
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData, resourceLimits });
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
