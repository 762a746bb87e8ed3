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
/** Games of a catalogue that take longer to sort than a thread to start. */
const manyGames = 10_000;
/** Another processor reads the prices of many games while this one sorts them. It ends with this thread. */
const readBooks: ReadBooks = (countries, ids, size) =>
  size < manyGames
    ? buildBooks(client, countries, ids, size)
    : buildInThread(connection, { countries, games: { ids, size } });
try {
  const built = games
    ? await buildBooks(client, countries, games.ids, games.size)
    : await buildIndex(client, countries, readBooks);
  parentPort?.postMessage(built, buffersOf(built));
} finally {
  await client.end();
}
