import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";
import type { Connection } from "../db/connect.ts";
import { yieldProcessor } from "../thread-priority.ts";
import { buffersOf, buildSnapshot } from "./snapshot-build.ts";

/** The thread that builds a read model on a connection of its own, hands it over and ends. */
yieldProcessor();
const client = new pg.Client({
  ...(workerData as Connection),
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
});
await client.connect();
try {
  const data = await buildSnapshot(client);
  parentPort?.postMessage(data, buffersOf(data));
} finally {
  await client.end();
}
