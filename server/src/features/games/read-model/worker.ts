import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";
import type { Connection } from "../../../platform/db/connect.ts";
import { buffersOf, buildBooks, buildIndex, type ReadBooks } from "./build.ts";
import { buildInThread, type ThreadTask } from "./thread.ts";

/** The thread of `buildInThread`. The timeouts detect a database that is no longer reachable. */
const { connection, task } = workerData as { connection: Connection; task: ThreadTask };
const client = new pg.Client({
  ...connection,
  connectionTimeoutMillis: 5_000,
  query_timeout: 60_000,
  keepAlive: true,
});
await client.connect();
const { countries, games } = task;
/** Another processor reads prices while this one sorts games. It ends with this thread. */
const readBooks: ReadBooks = (countries, ids, size) => buildInThread(connection, { countries, games: { ids, size } });
try {
  const built = games
    ? await buildBooks(client, countries, games.ids, games.size)
    : await buildIndex(client, countries, readBooks);
  parentPort?.postMessage(built, buffersOf(built));
} finally {
  await client.end();
}
