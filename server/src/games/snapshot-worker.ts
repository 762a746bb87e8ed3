import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";
import type { Connection } from "../db/connect.ts";
import { buffersOf, buildSnapshot } from "./snapshot-build.ts";

/** Much longer than a page of rows takes, and an end for a wait on a database that was cut off. */
const pagePatienceMs = 60_000;

/** The thread that builds a read model on a connection of its own, hands it over and ends. */
const client = new pg.Client({
  ...(workerData as Connection),
  connectionTimeoutMillis: 5_000,
  query_timeout: pagePatienceMs,
  keepAlive: true,
});
await client.connect();
try {
  const data = await buildSnapshot(client);
  parentPort?.postMessage(data, buffersOf(data));
} finally {
  await client.end();
}
