import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Pool, type PoolConfig } from "pg";

/** The database or a transaction on it: every query and command takes one as its first parameter. */
export type Db = Pick<
  NodePgDatabase,
  | "select"
  | "selectDistinct"
  | "selectDistinctOn"
  | "insert"
  | "update"
  | "delete"
  | "execute"
  | "transaction"
  | "with"
  | "$count"
>;

export interface Database {
  db: NodePgDatabase;
  pool: Pool;
  close(): Promise<void>;
}

/** How to reach PostgreSQL: a URL or the parts of one. */
export type Connection = Pick<PoolConfig, "connectionString" | "host" | "port" | "user" | "password" | "database">;

/** How long a connection may be kept busy, in milliseconds; 0 = for ever. */
export interface Timeouts {
  statement_timeout: number;
  /** For a lock that somebody else holds. */
  lock_timeout: number;
  /** For the next statement of a transaction. */
  idle_in_transaction_session_timeout: number;
}

/** For what visitors wait for: nothing of theirs takes seconds, and one that hangs must not hold up the others. */
export const requestTimeouts: Timeouts = {
  statement_timeout: 25_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
};

/**
 * A pool of connections with Drizzle on top. Nothing connects before the first query.
 * `onError` hears of idle connections that break, for instance when the server restarts; the pool replaces them.
 */
export function connect(
  connection: Connection,
  onError: (error: Error) => void,
  { size = 8, timeouts }: { size?: number; timeouts?: Timeouts | undefined } = {},
): Database {
  const pool = new Pool({
    ...connection,
    ...timeouts,
    max: size,
    connectionTimeoutMillis: 5_000,
    options: "-c timezone=UTC",
  });
  pool.on("error", onError);
  // One that breaks between two queries of a transaction belongs to nobody's query: without a listener of its own
  // it would end the process. The next query of the transaction fails and tells.
  pool.on("connect", (client) => client.on("error", () => {}));
  return { db: drizzle(pool, { casing: "snake_case" }), pool, close: () => pool.end() };
}
