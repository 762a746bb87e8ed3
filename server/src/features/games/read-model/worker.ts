import { parentPort, workerData } from "node:worker_threads";
import type { Connection } from "../../../platform/db/connect.ts";
import { buffersOf, buildBooks, buildIndex, type ReadBooks } from "./build.ts";
import { type BuildTask, buildInThread, withClient } from "./thread.ts";

/** The thread of `buildInThread`. */
const { connection, task } = workerData as { connection: Connection; task: BuildTask };
const { countries, games } = task;
/** Games of a catalogue that take longer to sort than a thread to start. */
const manyGames = 10_000;
await withClient(connection, async (client) => {
  /** Another processor reads the prices of many games while this one sorts them. It ends with this thread. */
  const readBooks: ReadBooks = (countries, ids, size) =>
    size < manyGames
      ? buildBooks(client, countries, ids, size)
      : buildInThread(connection, { countries, games: { ids, size } });
  const built = games
    ? await buildBooks(client, countries, games.ids, games.size)
    : await buildIndex(client, countries, readBooks);
  parentPort?.postMessage(built, buffersOf(built));
});
