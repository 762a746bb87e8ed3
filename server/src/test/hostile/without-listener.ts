import pg from "pg";
import { inject } from "vitest";
import type { TestDatabase } from "../database.ts";

/** Does the work while LISTEN connections are closed and new connections are rejected. */
export async function withoutListener<T>(
  { pool, url }: Pick<TestDatabase, "pool" | "url">,
  work: () => Promise<T>,
): Promise<T> {
  const name = new URL(url).pathname.slice(1);
  await administer(`alter database ${name} allow_connections false`);
  await pool.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name like '% changes'`,
  );
  try {
    return await work();
  } finally {
    await administer(`alter database ${name} allow_connections true`);
  }
}

/** From another database, because this one rejects connections. */
async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("serverUrl") });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
