import { Worker } from "node:worker_threads";
import pg from "pg";
import type { Connection } from "../../../platform/db/connect.ts";
import { type BuiltBooks, type BuiltIndex, buildBooks, buildIndex } from "./build.ts";

/** The prices of some countries, with the whole read model or for the games by slot. */
export type BuildTask = { countries: readonly string[]; games?: { ids: Float64Array; size: number } };

type Built<Task> = Task extends Required<BuildTask> ? BuiltBooks : BuiltIndex;

/** Of so few games a read model is built in less time than a thread takes to start. */
const fewGames = 500;

/**
 * Builds a read model or price books; of more than few games in a worker thread, since it would block the event loop.
 * Rejects if the database cannot be read or `signal` aborts.
 */
export async function build<Task extends BuildTask>(
  connection: Connection,
  task: Task,
  signal: AbortSignal,
): Promise<Built<Task>> {
  const { countries, games } = task;
  const built = await withClient(
    connection,
    async (client) => {
      if ((games?.size ?? (await countFew(client))) > fewGames) return null;
      return games ? buildBooks(client, countries, games.ids, games.size) : buildIndex(client, countries);
    },
    signal,
  );
  return (built as Built<Task> | null) ?? buildInThread(connection, task, signal);
}

/** The number of games, or more than few. */
async function countFew(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from (select from games limit ${fewGames + 1}) few`,
  );
  return rows[0]!.count;
}

/** Works on a connection of its own. The timeouts detect a database that is no longer reachable. */
export async function withClient<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
  signal = new AbortController().signal,
): Promise<T> {
  signal.throwIfAborted();
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: 5_000,
    query_timeout: 60_000,
    keepAlive: true,
  });
  // a broken connection rejects what is asked
  client.on("error", () => {});
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([client.connect().then(() => work(client)), aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
    const ended = client.end();
    // a connection that is not made yet ends late
    if (!signal.aborted) await ended;
  }
}

/** Builds a read model or price books in a worker thread. */
export function buildInThread<Task extends BuildTask>(
  connection: Connection,
  task: Task,
  signal?: AbortSignal,
): Promise<Built<Task>> {
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
