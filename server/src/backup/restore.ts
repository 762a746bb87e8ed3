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
import { StartError } from "../start-error.ts";
import { type BackedUpTable, type Manifest, verifyBackup } from "./manifest.ts";
import { isOurs, listPartitions, listTables, quoted, quotedColumns, quotedName, type Table } from "./tables.ts";

export interface RestoreOptions {
  /** Aborted when the operator changes their mind; the database is left empty then. */
  signal?: AbortSignal;
  /** Told of the rows restored so far, and of how many there are. */
  onRestored?: (rows: number, of: number) => void;
}

export interface Restored {
  manifest: Manifest;
  tables: number;
  rows: number;
  /** Tables of the backup that no version of the site has made: they are left out. */
  leftOut: string[];
}

/**
 * Fills an empty database with a backup, in one transaction: all of it is there afterwards, or nothing. The schema is
 * the backup's own; migrations that are newer still have to run. Throws StartError when the backup is not whole, is of
 * a newer version, or the database is not empty.
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
      // It commits what it does; a queue without jobs counts as empty, should the rest fail.
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
  const tables = await listTables(client);
  const others = tables.filter(({ schema }) => schema !== jobSchema);
  const jobs = tables.find(({ schema, name }) => schema === jobSchema && name === "job");
  const hasJobs = jobs && (await client.query(`select from ${quoted(jobs)} limit 1`)).rowCount;
  if (others.length > 0 || hasJobs) {
    throw new StartError("The database is not empty: restore into a new one, before the site starts on it");
  }
}

async function restoreTables(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
  { signal, onRestored }: RestoreOptions,
): Promise<Restored> {
  await createSchemaOf(client, manifest.migrations.length);
  await createPartitions(client, manifest);
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
  await restoreSequences(client, manifest);
  const leftOut = wanted.filter((table) => !known.includes(table)).map(quoted);
  return { manifest, tables: known.length, rows: done, leftOut };
}

/** Parts that the site makes as time passes, and not by a migration. */
async function createPartitions(client: ClientBase, { partitions }: Manifest): Promise<void> {
  const existing = new Set((await listPartitions(client)).map(quoted));
  for (const partition of partitions) {
    const root = await client.query("select to_regclass($1) is not null as found", [partition.of]);
    if (existing.has(quoted(partition)) || !root.rows[0].found) continue;
    await client.query(`create table ${quoted(partition)} partition of ${partition.of} ${partition.bound}`);
  }
}

/** A rule or an index of a table, and how to make it. */
interface Part {
  table: string;
  name: string;
  definition: string;
}

/**
 * Rows come in any order, and as they were: until `resume` no trigger changes or refuses them, no rule looks for rows
 * that are yet to come, and no index is kept up, which for many rows takes several times as long as making it anew.
 * Resuming checks the rules for all rows.
 */
async function suspendRules(client: ClientBase, tables: readonly Table[]): Promise<{ resume(): Promise<void> }> {
  const constraints = await listConstraints(client);
  for (const { table, name } of constraints.toReversed()) {
    await client.query(`alter table ${table} drop constraint ${quotedName(name)}`);
  }
  const indexes = await listIndexes(client);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const table of tables) {
    await client.query(`alter table ${quoted(table)} disable trigger user`);
    await client.query(`truncate ${quoted(table)}`);
  }
  return {
    async resume() {
      for (const table of tables) await client.query(`alter table ${quoted(table)} enable trigger user`);
      await client.query("set local maintenance_work_mem = '256MB'");
      const [references, keys] = [constraints.filter(isReference), constraints.filter((one) => !isReference(one))];
      for (const key of keys) await addConstraint(client, key);
      for (const { definition } of indexes) await client.query(definition);
      for (const reference of references) await addConstraint(client, reference);
    },
  };
}

const isReference = ({ definition }: Part) => definition.startsWith("FOREIGN KEY");

async function addConstraint(client: ClientBase, { table, name, definition }: Part): Promise<void> {
  await client.query(`alter table ${table} add constraint ${quotedName(name)} ${definition}`);
}

/** Keys of all but parts, which have those of their root, then references. */
async function listConstraints(client: ClientBase): Promise<Part[]> {
  const { rows } = await client.query<Part>(`
    select format('%I.%I', n.nspname, c.relname) as "table", r.conname as name, pg_get_constraintdef(r.oid) as definition
    from pg_constraint r join pg_class c on c.oid = r.conrelid join pg_namespace n on n.oid = c.relnamespace
    where (r.contype = 'f' or r.contype in ('p', 'u', 'x') and not c.relispartition)
      and r.conparentid = 0 and ${isOurs}
    order by r.contype = 'f', r.oid`);
  return rows;
}

/** Indexes that stand for themselves, on tables without parts. */
async function listIndexes(client: ClientBase): Promise<Part[]> {
  const { rows } = await client.query<Part>(`
    select format('%I.%I', n.nspname, c.relname) as "table", i.indexrelid::regclass::text as name,
      pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and not c.relispartition and ${isOurs}
    order by i.indexrelid`);
  return rows;
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

/** A passing table as the backup's was: the job queue's own may have gained and lost columns since. */
async function createStage(client: ClientBase, { columns }: BackedUpTable): Promise<string> {
  const definitions = columns.map(({ name, type }) => `${quotedName(name)} ${type}`);
  await client.query("drop table if exists stage");
  await client.query(`create temporary table stage (${definitions.join(", ")}) on commit drop`);
  return "stage";
}

async function restoreSequences(client: ClientBase, { sequences }: Manifest): Promise<void> {
  for (const sequence of sequences) {
    if (sequence.lastValue === null) continue;
    const name = quoted(sequence);
    const { rows } = await client.query("select to_regclass($1) is not null as found", [name]);
    if (rows[0].found) await client.query("select setval($1::regclass, $2)", [name, sequence.lastValue]);
  }
}
