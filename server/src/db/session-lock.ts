import { Client } from "pg";
import type { Connection } from "./connect.ts";

/** A name that one session of the database holds, whichever process it belongs to. */
export interface SessionLock {
  /** Aborted when the connection that holds it is lost: somebody else may then hold it. */
  lost: AbortSignal;
  release(): Promise<void>;
}

/** Apart from the locks of single numbers, which are asked for in transactions. */
const space = 7_215;

/**
 * Takes the lock of that name, or answers null when somebody holds it. On a connection of its own, because those of the pool
 * are too few to be kept for long. A process that dies gives it back by that.
 */
export async function trySessionLock(connection: Connection, name: string): Promise<SessionLock | null> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5_000, keepAlive: true });
  const losing = new AbortController();
  const lose = () => losing.abort(new Error("lost the connection that held a lock"));
  client.on("error", lose);
  client.once("end", lose);
  await client.connect();
  const { rows } = await client.query("select pg_try_advisory_lock($1, hashtext($2)) as taken", [space, name]);
  if (rows[0].taken) return { lost: losing.signal, release: () => client.end() };
  await client.end();
  return null;
}
