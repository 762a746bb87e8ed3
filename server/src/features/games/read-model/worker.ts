import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";
import type { Connection } from "../../../platform/db/connect.ts";
import { buffersOf, buildIndex } from "./build.ts";

/** The thread of `buildInThread`. The timeouts detect a database that is no longer reachable. */
const client = new pg.Client({
  ...(workerData as Connection),
  connectionTimeoutMillis: 5_000,
  query_timeout: 60_000,
  keepAlive: true,
});
await client.connect();
try {
  const index = await buildIndex(client);
  parentPort?.postMessage(index, buffersOf(index));
} finally {
  await client.end();
}
