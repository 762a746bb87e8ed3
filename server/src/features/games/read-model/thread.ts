import { Worker } from "node:worker_threads";
import type { Connection } from "../../../platform/db/connect.ts";
import type { BuiltBooks, BuiltIndex } from "./build.ts";

/** The prices of some countries, with the whole read model or for the games by slot. */
export type ThreadTask = { countries: readonly string[]; games?: { ids: Float64Array; size: number } };

/**
 * Builds a read model or price books in a worker thread, since it would block the event loop.
 * Rejects if the database cannot be read or `signal` aborts.
 */
export function buildInThread<Task extends ThreadTask>(
  connection: Connection,
  task: Task,
  signal?: AbortSignal,
): Promise<Task extends Required<ThreadTask> ? BuiltBooks : BuiltIndex> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const workerData = { connection, task };
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData });
    const stop = () => void worker.terminate();
    signal?.addEventListener("abort", stop);
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => {
      signal?.removeEventListener("abort", stop);
      reject(new Error(`The thread that reads the catalogue ended early, with code ${code}`));
    });
  });
}
