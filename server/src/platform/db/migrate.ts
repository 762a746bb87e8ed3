import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type ClientBase, DatabaseError, type Pool, type PoolClient } from "pg";
import { installJobs } from "../jobs/install.ts";
import { StartError } from "../process/start-error.ts";
import { grantApplicationRights } from "./application-role.ts";
import { drizzle, migrate, readMigrationFiles } from "./drizzle.ts";

const migrationsFolder = fileURLToPath(new URL("../../../migrations", import.meta.url));

/** Any number, the same in all processes. */
const migrationLock = 7_215_001;

/** The first line of a migration that is incompatible with processes of the previous release. */
const exclusiveMark = "-- exclusive";

/** A migration that waits for a table blocks later users of it, so it waits briefly and retries. */
const timeout = { lockMs: 2_000, pauseMs: 500, attempts: 60 };

export interface MigrationOptions {
  folder?: string;
  /** The site's role, unless it is the owner; it is granted its rights afterwards. */
  applicationRole?: string | null;
  /** Called before a database with data is changed. */
  beforeMigration?: () => Promise<void>;
}

/** Migrates the database and its job queues. Of concurrent processes one migrates, and the others wait. */
export async function migrateDatabase(
  pool: Pool,
  { folder = migrationsFolder, applicationRole = null, beforeMigration }: MigrationOptions = {},
): Promise<void> {
  const client = await pool.connect();
  try {
    await holdingMigrationLock(client, async () => {
      const pending = await listPending(client, folder);
      if (pending.some(({ sql }) => sql[0]?.startsWith(exclusiveMark))) await requireAlone(client);
      if (pending.length > 0) await beforeMigration?.();
      await migrateWithRetries(client, folder);
      await installJobs({ executeSql: (text, values) => client.query(text, values) });
      if (applicationRole !== null) await grantApplicationRights(client, applicationRole);
    });
  } finally {
    // its timeouts have been changed
    client.release(true);
  }
}

/** Runs the work while no other process migrates. The connection has no timeouts afterwards. */
export async function holdingMigrationLock<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("set statement_timeout = 0; set lock_timeout = 0");
  await client.query("select pg_advisory_lock($1)", [migrationLock]);
  try {
    return await work();
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]).catch(() => {});
  }
}

async function migrateWithRetries(client: PoolClient, folder: string): Promise<void> {
  await client.query(`set lock_timeout = ${timeout.lockMs}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await migrate(drizzle(client), { migrationsFolder: folder });
      break;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempt === timeout.attempts) {
        throw new StartError("The database cannot be migrated: a table to change remains locked", {
          cause: error,
        });
      }
      await sleep(timeout.pauseMs);
    }
  }
  await client.query("set lock_timeout = 0");
}

/** The migrations that a database with data still needs; none for a new one. */
async function listPending(client: PoolClient, folder: string) {
  const last = (await listAppliedMigrations(client)).at(-1);
  if (last === undefined) return [];
  return readMigrationFiles({ migrationsFolder: folder }).filter(({ folderMillis }) => folderMillis > last);
}

/** Waits for processes of the previous release to end: each has a LISTEN connection. */
async function requireAlone(client: PoolClient): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query<{ processes: number }>(
      `select count(*)::int as processes from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like '% changes'`,
    );
    const { processes } = rows[0]!;
    if (processes === 0) return;
    if (attempt === timeout.attempts) {
      throw new StartError(
        `${processes} ${processes === 1 ? "process" : "processes"} of the previous release still ` +
          `${processes === 1 ? "uses" : "use"} the database; stop them, then start this one again`,
      );
    }
    await sleep(timeout.pauseMs);
  }
}

function isLockTimeout(error: unknown): boolean {
  const LOCK_NOT_AVAILABLE = "55P03";
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseError && cause.code === LOCK_NOT_AVAILABLE) return true;
  }
  return false;
}

/** By their times in the journal; none for a new database. */
export async function listAppliedMigrations(client: ClientBase): Promise<number[]> {
  const found = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as found");
  if (!found.rows[0].found) return [];
  const { rows } = await client.query("select created_at from drizzle.__drizzle_migrations order by 1");
  return rows.map((row) => Number(row.created_at));
}

/** All migrations of this version, by their times in the journal. */
export function listKnownMigrations(): number[] {
  return readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
}

/**
 * Runs the first `count` migrations on an empty database, within the open transaction. The caller records them.
 */
export async function createSchemaOf(client: ClientBase, count: number): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  for (const { sql } of readMigrationFiles({ migrationsFolder }).slice(0, count)) {
    for (const statement of sql) await client.query(statement);
  }
}
