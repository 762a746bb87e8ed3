import type { PoolConfig } from "pg";
import { sizes } from "../process/sizes.ts";
import { BreakerPool } from "./circuit-breaker.ts";
import { drizzle, type NodePgDatabase } from "./drizzle.ts";

/** The database or a transaction on it: the first parameter of every query and command. */
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
  pool: BreakerPool;
  close(): Promise<void>;
}

/** How to reach PostgreSQL: a URL or its parts. */
export type Connection = Pick<PoolConfig, "connectionString" | "host" | "port" | "user" | "password" | "database">;

/** In milliseconds; 0 = none. */
export interface Timeouts {
  statement_timeout: number;
  lock_timeout: number;
  idle_in_transaction_session_timeout: number;
}

/** For visitors' requests: one that hangs must not block the others. */
export const requestTimeouts: Timeouts = {
  statement_timeout: 25_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
};

/**
 * A pool of connections with Drizzle on top. Nothing connects before the first query. `onError` receives errors of idle
 * connections, which the pool replaces.
 */
export function connect(
  connection: Connection,
  onError: (error: Error) => void,
  { size = sizes.connections, timeouts }: { size?: number; timeouts?: Timeouts | undefined } = {},
): Database {
  const pool = new BreakerPool({
    ...connection,
    ...timeouts,
    max: size,
    connectionTimeoutMillis: 5_000,
    options: "-c timezone=UTC",
  });
  pool.on("error", onError);
  // a connection that breaks between two statements of a transaction would end the process without a listener
  pool.on("connect", (client) => client.on("error", () => {}));
  return { db: drizzle(pool, { casing: "snake_case" }), pool, close: () => pool.end() };
}
