import { Worker } from "node:worker_threads";
import type { Connection } from "../db/connect.ts";
import type { SnapshotData } from "./snapshot-build.ts";

/** Rows turn to garbage as fast as they come: a small nursery is swept often instead of growing with them. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/**
 * Builds a read model in a thread of its own, so that requests are answered meanwhile.
 * Rejects when the database cannot be read, and when `signal` stops the work.
 */
export function buildInThread(connection: Connection, signal: AbortSignal): Promise<SnapshotData> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL("./snapshot-worker.ts", import.meta.url), {
      workerData: connection,
      resourceLimits,
    });
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
