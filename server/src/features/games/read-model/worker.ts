import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";
import type { Connection } from "../../../platform/db/connect.ts";
import { buffersOf, buildBook, buildIndex } from "./build.ts";
import type { ThreadTask } from "./thread.ts";

/** The thread of `buildInThread`. The timeouts detect a database that is no longer reachable. */
const { connection, task } = workerData as { connection: Connection; task: ThreadTask };
const client = new pg.Client({
  ...connection,
  connectionTimeoutMillis: 5_000,
  query_timeout: 60_000,
  keepAlive: true,
});
await client.connect();
try {
  const built =
    "book" in task ? await buildBook(client, task.book, task.ids, task.size) : await buildIndex(client, task.countries);
  parentPort?.postMessage(built, buffersOf(built));
} finally {
  await client.end();
}
