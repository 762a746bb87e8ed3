import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import pg, { type ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Connection } from "../db/connect.ts";
import { createSchemaOf, holdingMigrationLock, listKnownMigrations } from "../db/migrate.ts";
import { findJobQueueVersion, installJobs } from "../jobs/install.ts";
import { jobSchema } from "../jobs/queues.ts";
import { StartError } from "../process/start-error.ts";
import { type BackedUpTable, type Manifest, verifyBackup } from "./manifest.ts";
import { addRule, dropRule, listRules, switchTriggers } from "./rules.ts";
import { listTables, quoted, quotedColumns, quotedName, type Table } from "./tables.ts";
import { createPartitions, isEmptyDatabase, restoreSequences } from "./target.ts";

export interface RestoreOptions {
  /** Leaves the database empty when aborted. */
  signal?: AbortSignal;
  /** Rows so far, and in all. */
  onRestored?: (rows: number, of: number) => void;
}

export interface Restored {
  manifest: Manifest;
  tables: number;
  rows: number;
  /** Unknown tables of the backup, which are not restored. */
  leftOut: string[];
}

/**
 * Restores a backup into an empty database, in one transaction and with the backup's schema: newer migrations have to
 * run afterwards. Throws StartError when the backup is damaged or newer than this version, or the database is not
 * empty.
 */
export async function restoreBackup(
  connection: Connection,
  folder: string,
  options: RestoreOptions,
): Promise<Restored> {
  const manifest = await verifyBackup(folder);
  requireKnown(manifest);
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    return await holdingMigrationLock(client, async () => {
      await requireEmpty(client);
      // commits at once; if the rest fails, queues without jobs count as empty
      await installJobs({ executeSql: (text, values) => client.query(text, values) });
      await client.query("begin");
      const restored = await restoreTables(client, folder, manifest, options);
      await client.query("commit");
      await client.query("analyze");
      return restored;
    });
  } finally {
    await client.end();
  }
}

function requireKnown({ migrations }: Manifest): void {
  const known = listKnownMigrations();
  if (migrations.some((migration, index) => migration !== known[index])) {
    throw new StartError("Another, newer version of the site made this backup; restore it with that version");
  }
}

async function requireEmpty(client: ClientBase): Promise<void> {
  if (await isEmptyDatabase(client)) return;
  throw new StartError("The database is not empty: restore into a new one, before the site starts on it");
}

async function restoreTables(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
  { signal, onRestored }: RestoreOptions,
): Promise<Restored> {
  await createSchemaOf(client, manifest.migrations.length);
  await createPartitions(client, manifest.partitions);
  const targets = new Map((await listTables(client)).map((table) => [quoted(table), table]));
  const isOldQueue = manifest.jobQueue !== (await findJobQueueVersion(client));
  const wanted = manifest.tables.filter((table) => !isOldQueue || table.schema !== jobSchema || table.name === "job");
  const known = wanted.filter((table) => targets.has(quoted(table)));

  const total = known.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  const rules = await suspendRules(client, known);
  for (const table of known) {
    signal?.throwIfAborted();
    await restoreTable(client, folder, table, targets.get(quoted(table))!, signal);
    done += table.rows;
    onRestored?.(done, total);
  }
  await rules.resume();
  await restoreSequences(client, manifest.sequences);
  const leftOut = wanted.filter((table) => !known.includes(table)).map(quoted);
  return { manifest, tables: known.length, rows: done, leftOut };
}

/**
 * Rows come in any order: until `resume` there are no triggers, constraints and indexes; rebuilding an index is several
 * times faster than updating it. `resume` checks the constraints for all rows.
 */
async function suspendRules(client: ClientBase, tables: readonly Table[]): Promise<{ resume(): Promise<void> }> {
  const rules = await listRules(client);
  for (const rule of rules.toReversed()) await dropRule(client, rule);
  await switchTriggers(client, tables, "disable");
  for (const table of tables) await client.query(`truncate ${quoted(table)}`);
  return {
    async resume() {
      await switchTriggers(client, tables, "enable");
      await client.query("set local maintenance_work_mem = '256MB'");
      for (const rule of rules) await addRule(client, rule);
    },
  };
}

async function restoreTable(
  client: pg.Client,
  folder: string,
  table: BackedUpTable,
  target: Table,
  signal: AbortSignal | undefined,
): Promise<void> {
  const isSame = quotedColumns(table) === quotedColumns(target);
  const destination = isSame ? quoted(table) : await createStage(client, table);
  const rows = client.query(copyFrom(`copy ${destination} (${quotedColumns(table)}) from stdin`));
  await pipeline(
    createReadStream(join(folder, table.file), { highWaterMark: 256 * 1024 }),
    createZstdDecompress({ chunkSize: 256 * 1024 }),
    rows,
    { signal },
  );
  if (rows.rowCount !== table.rows) {
    throw new StartError(
      `${table.file} of the backup has ${rows.rowCount} rows, not ${table.rows}; use another backup`,
    );
  }
  if (isSame) return;
  const shared = quotedColumns({
    columns: table.columns.filter(({ name }) => target.columns.some((column) => column.name === name)),
  });
  await client.query(`insert into ${quoted(table)} (${shared}) select ${shared} from ${destination}`);
}

/** A temporary table with the backup's columns: those of the job queue may have changed since. */
async function createStage(client: ClientBase, { columns }: BackedUpTable): Promise<string> {
  const definitions = columns.map(({ name, type }) => `${quotedName(name)} ${type}`);
  await client.query("drop table if exists stage");
  await client.query(`create temporary table stage (${definitions.join(", ")}) on commit drop`);
  return "stage";
}
