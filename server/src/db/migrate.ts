import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { type ClientBase, DatabaseError, type Pool, type PoolClient } from "pg";
import { installJobs } from "../jobs/install.ts";
import { StartError } from "../start-error.ts";
import { grantApplicationRights } from "./application-role.ts";

const migrationsFolder = fileURLToPath(new URL("../../migrations", import.meta.url));

/** Any number will do, as long as every process of the site asks for the same one. */
const migrationLock = 7_215_001;

/**
 * A migration that waits for a table holds up everybody who wants it after: processes of the version before are still
 * answering visitors. So it waits this long only, lets them pass, and tries again.
 */
const patience = { lockMs: 2_000, pauseMs: 500, attempts: 60 };

export interface MigrationOptions {
  folder?: string;
  /** The role that the site connects as, where that is not the owner: it gets its rights to what there is then. */
  applicationRole?: string | null;
}

/** Brings the database, with its job queues, to the newest schema. Several processes may call this at once: one migrates, the others wait. */
export async function migrateDatabase(
  pool: Pool,
  { folder = migrationsFolder, applicationRole = null }: MigrationOptions = {},
): Promise<void> {
  const client = await pool.connect();
  try {
    await holdingMigrationLock(client, async () => {
      await migratePatiently(client, folder);
      await installJobs({ executeSql: (text, values) => client.query(text, values) });
      if (applicationRole !== null) await grantApplicationRights(client, applicationRole);
    });
  } finally {
    // its time limits are not those of other queries
    client.release(true);
  }
}

/** Does the work while no other process migrates, waiting for one that does. The connection has no time limits afterwards. */
export async function holdingMigrationLock<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("set statement_timeout = 0; set lock_timeout = 0");
  await client.query("select pg_advisory_lock($1)", [migrationLock]);
  try {
    return await work();
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]).catch(() => {});
  }
}

async function migratePatiently(client: PoolClient, folder: string): Promise<void> {
  await client.query(`set lock_timeout = ${patience.lockMs}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await migrate(drizzle(client), { migrationsFolder: folder });
      break;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempt === patience.attempts) {
        throw new StartError("The database cannot be migrated: a table that has to change stays in use", {
          cause: error,
        });
      }
      await sleep(patience.pauseMs);
    }
  }
  await client.query("set lock_timeout = 0");
}

function isLockTimeout(error: unknown): boolean {
  const LOCK_NOT_AVAILABLE = "55P03";
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseError && cause.code === LOCK_NOT_AVAILABLE) return true;
  }
  return false;
}

/** The migrations that the database has had, each by its time in the journal; none when it has never been migrated. */
export async function listAppliedMigrations(client: ClientBase): Promise<number[]> {
  const found = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as found");
  if (!found.rows[0].found) return [];
  const { rows } = await client.query("select created_at from drizzle.__drizzle_migrations order by 1");
  return rows.map((row) => Number(row.created_at));
}

/** All migrations that this version of the site knows, each by its time in the journal. */
export function listKnownMigrations(): number[] {
  return readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
}

/**
 * Makes the schema that the first `count` migrations make, in an empty database and in the transaction that is open.
 * They are not noted as done: whoever fills the tables fills that one too.
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
