import { Client } from "pg";
import { textArrayOf } from "./arrays.ts";
import type { Connection, Db } from "./connect.ts";
import { sql } from "./drizzle.ts";

/** A named lock, held by one database session across all processes. */
export interface SessionLock {
  /** Aborted when the connection is lost: another process may hold the lock then. */
  lost: AbortSignal;
  release(): Promise<void>;
}

/** Separate from advisory locks with a single number, which transactions use. */
const lockSpace = 7_215;

/** Acquires the lock on its own connection; null if it is held already. A process that dies releases it. */
export async function trySessionLock(connection: Connection, name: string): Promise<SessionLock | null> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5_000, keepAlive: true });
  const lost = new AbortController();
  const lose = () => lost.abort(new Error("lost the connection that held a lock"));
  client.on("error", lose);
  client.once("end", lose);
  await client.connect();
  const { rows } = await client.query("select pg_try_advisory_lock($1, hashtext($2)) as acquired", [lockSpace, name]);
  // its own end is no loss
  const release = () => client.off("end", lose).end();
  if (rows[0].acquired) return { lost: lost.signal, release };
  await release();
  return null;
}

/** The names whose locks are held by any process. */
export async function listHeldLocks(db: Db, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from unnest(${textArrayOf(names)}::text[]) as name
    where exists (
      select from pg_locks
      where locktype = 'advisory' and granted and classid = ${lockSpace} and objid = hashtext(name)::oid
        and database = (select oid from pg_database where datname = current_database())
    )
  `);
  return new Set(rows.map(({ name }) => name));
}
