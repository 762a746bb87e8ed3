import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { brand } from "contract/brand.ts";
import { type ClientBase, DatabaseError, type Pool, type PoolClient } from "pg";
import { installJobs } from "../jobs/install.ts";
import { StartError } from "../process/start-error.ts";
import { readVersion } from "../process/version.ts";
import { grantApplicationRights } from "./application-role.ts";
import { drizzle, migrate, readMigrationFiles } from "./drizzle.ts";

const migrationsFolder = fileURLToPath(new URL("../../../migrations", import.meta.url));

/** Any number, the same in all processes. */
const migrationLock = 7_215_001;

/** The first line of a migration that is incompatible with processes of the previous release. */
const exclusiveMark = "-- exclusive";

/** Its comment names the version of the site that migrated last. */
const migrationTable = "drizzle.__drizzle_migrations";

/** A migration that waits for a table blocks later users of it, so it waits briefly and retries. */
const timeout = { lockMs: 2_000, pauseMs: 500, attempts: 60 };

export interface MigrationOptions {
  folder?: string;
  /** The site's role, unless it is the owner; it is granted its rights afterwards. */
  applicationRole?: string | null;
  /** Called before a database with data is changed. */
  beforeMigration?: (upgrade: Upgrade) => Promise<void>;
  onWarning?: (message: string) => void;
}

/** What the migration of a database with data changes. */
export interface Upgrade {
  /** The version that migrated it last; null before 1.0.0. */
  from: string | null;
  /** Each change in words, such as `add vouchers`. */
  changes: string[];
  /** A rough guess from the sizes of the tables, the backup before included. */
  seconds: number;
}

/** Migrates the database and its job queues. Of concurrent processes one migrates, and the others wait. */
export async function migrateDatabase(
  pool: Pool,
  { folder = migrationsFolder, applicationRole = null, beforeMigration, onWarning = () => {} }: MigrationOptions = {},
): Promise<void> {
  const client = await pool.connect();
  try {
    await holdingMigrationLock(client, async () => {
      const known = readMigrations(folder);
      const times = known.map(({ time }) => time);
      const isNewer = await refuseNewerData(client, times, onWarning);
      const pending = await listPending(client, known);
      if (pending.some(({ sql }) => sql[0]?.startsWith(exclusiveMark))) await requireAlone(client);
      if (pending.length > 0) await beforeMigration?.(await describeUpgrade(client, pending));
      await migrateWithRetries(client, folder);
      await installJobs({ executeSql: (text, values) => client.query(text, values) });
      if (applicationRole !== null) await grantApplicationRights(client, applicationRole);
      if (!isNewer) await recordVersion(client);
    });
  } finally {
    // its timeouts have been changed
    client.release(true);
  }
}

/** For users who may not migrate: throws unless an owner of the tables has migrated the database. */
export async function requireMigrated(pool: Pool, onWarning: (message: string) => void): Promise<void> {
  const client = await pool.connect();
  try {
    const known = listKnownMigrations();
    await refuseNewerData(client, known, onWarning);
    const applied = new Set(await listAppliedMigrations(client));
    if (known.every((time) => applied.has(time))) return;
  } finally {
    client.release();
  }
  throw new StartError(
    "The database needs a migration, which the user of DATABASE_URL may not do: " +
      "start a process with DATABASE_OWNER_URL first",
  );
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

interface Migration {
  sql: string[];
  /** In the journal, which identifies it. */
  time: number;
  words: string;
}

function readMigrations(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as {
    entries: { tag: string }[];
  };
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, folderMillis: time }, index) => {
    const [, ...words] = journal.entries[index]!.tag.split("_");
    return { sql, time, words: words.join(" ") };
  });
}

/** The migrations that a database with data still needs; none for a new one. */
async function listPending(client: PoolClient, known: readonly Migration[]): Promise<Migration[]> {
  const last = (await listAppliedMigrations(client)).at(-1);
  return last === undefined ? [] : known.filter(({ time }) => time > last);
}

/**
 * Throws where a newer version has migrated the database, which this one could damage. Beside running processes it only
 * warns, and returns true: during an upgrade those of the previous release continue, and may be restarted.
 */
async function refuseNewerData(
  client: PoolClient,
  known: readonly number[],
  onWarning: (message: string) => void,
): Promise<boolean> {
  const unknown = new Set(await listAppliedMigrations(client)).difference(new Set(known)).size;
  if (unknown === 0) return false;
  const version = await readRecordedVersion(client);
  const found =
    `${version ? `${brand.name} ${version}` : "A newer version"} has upgraded this database: it has ${unknown} ` +
    `${unknown === 1 ? "change" : "changes"} that this version (${readVersion()}) does not know`;
  if ((await countProcesses(client)) > 0) {
    onWarning(`${found}; upgrade this process too`);
    return true;
  }
  throw new StartError(
    `${found}. Nothing was touched. Start the newer version again, or return to the backup from before the upgrade: ` +
      "npm run cli -- rollback",
  );
}

/** Statements that read or write all rows of a table. */
const wholeTable =
  /^(update|insert|delete|with|create (unique )?index|alter table.*(constraint|primary key|set data type|generated))/;
const bytesPerSecond = { backup: 40e6, migration: 8e6 };

async function describeUpgrade(client: PoolClient, pending: readonly Migration[]): Promise<Upgrade> {
  const { rows } = await client.query<{ name: string; bytes: number }>(`
    select relname as name, pg_total_relation_size(relid)::float8 as bytes from pg_statio_user_tables
    where schemaname = 'public'`);
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  const statements = pending
    .flatMap(({ sql }) => sql)
    .map((statement) =>
      statement
        .replaceAll(/^[ \t]*--.*$/gm, "")
        .replaceAll(/\s+/g, " ")
        .trim()
        .toLowerCase(),
    )
    .filter((statement) => wholeTable.test(statement));
  const read = statements
    .map((statement) => new Set(statement.match(/\w+/g)))
    .flatMap((words) => rows.filter(({ name }) => words.has(name)))
    .reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    from: await readRecordedVersion(client),
    changes: pending.map(({ words }) => words),
    seconds: 2 + total / bytesPerSecond.backup + read / bytesPerSecond.migration,
  };
}

/** The version that migrated the database last; null before 1.0.0. */
export async function readRecordedVersion(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query(
    `select obj_description(to_regclass('${migrationTable}'), 'pg_class') as version`,
  );
  return rows[0].version;
}

async function recordVersion(client: ClientBase): Promise<void> {
  const version = readVersion();
  if ((await readRecordedVersion(client)) === version) return;
  await client.query(`comment on table ${migrationTable} is ${client.escapeLiteral(version)}`);
}

/** Waits for processes of the previous release to end. */
async function requireAlone(client: PoolClient): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const processes = await countProcesses(client);
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

/** The running processes of the site: each has a LISTEN connection. */
async function countProcesses(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ processes: number }>(
    `select count(*)::int as processes from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like '% changes'`,
  );
  return rows[0]!.processes;
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
  const found = await client.query(`select to_regclass('${migrationTable}') is not null as found`);
  if (!found.rows[0].found) return [];
  const { rows } = await client.query(`select created_at from ${migrationTable} order by 1`);
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
  await client.query(`create table ${migrationTable} (id serial primary key, hash text not null, created_at bigint)`);
  for (const { sql } of readMigrationFiles({ migrationsFolder }).slice(0, count)) {
    // at once: they would wait longer for each other's answers than they take
    await client.query(sql.join(";\n"));
  }
}
