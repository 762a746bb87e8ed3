import { createHash } from "node:crypto";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import pg, { type ClientBase, DatabaseError } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Connection } from "../db/connect.ts";
import { createSchemaOf, holdingMigrationLock, listKnownMigrations } from "../db/migrate.ts";
import { type FreeBytes, reservedBytes } from "../files/free-space.ts";
import { findJobQueueVersion, installJobs } from "../jobs/install.ts";
import { jobSchema } from "../jobs/queues.ts";
import type { SecretKey } from "../process/secret-key.ts";
import { sizes } from "../process/sizes.ts";
import { StartError } from "../process/start-error.ts";
import { isKnownType } from "./forms.ts";
import { type BackedUpTable, damaged, type Manifest, openPart, type Signature, verifyBackup } from "./manifest.ts";
import { asRestorer, openClient } from "./restorer.ts";
import {
  isOurs,
  listPartitions,
  listTables,
  type Partition,
  quoted,
  quotedColumns,
  quotedName,
  type Sequence,
  type Table,
} from "./tables.ts";

export interface RestoreOptions {
  /** Of the site that made the backup: checks its signature. */
  secretKey?: SecretKey | null;
  /** Called before the database is touched; throws to leave it alone. */
  onVerified?: (signature: Signature) => void;
  /** How much room there is on the database's disk; infinite where it is unknown. */
  freeBytes?: FreeBytes;
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
 * run afterwards. A superuser's connection only creates a role without such rights, which does everything else, and
 * takes over what it created. Throws StartError when the backup is damaged, has parts of unknown forms or is newer than
 * this version, or the database is not empty.
 */
export async function restoreBackup(
  connection: Connection,
  folder: string,
  options: RestoreOptions,
): Promise<Restored> {
  const { manifest, signature } = await verifyBackup(folder, options.secretKey);
  requireKnown(manifest);
  options.onVerified?.(signature);
  const owner = await openClient(connection);
  try {
    return await holdingMigrationLock(owner, async () => {
      await requireEmpty(owner);
      return await asRestorer(owner, connection, (client) => restoreInto(client, folder, manifest, options));
    });
  } finally {
    await owner.end();
  }
}

async function restoreInto(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
  options: RestoreOptions,
): Promise<Restored> {
  // commits at once; if the rest fails, queues without jobs count as empty
  await installJobs({ executeSql: (text, values) => client.query(text, values) });
  await client.query("begin");
  const restored = await restoreTables(client, folder, manifest, options);
  await client.query("commit");
  await client.query("analyze");
  return restored;
}

function requireKnown({ migrations }: Manifest): void {
  const known = listKnownMigrations();
  if (migrations.some((migration, index) => migration !== known[index])) {
    throw new StartError("This backup was created by a newer version of the site; restore it with that version");
  }
}

async function requireEmpty(client: ClientBase): Promise<void> {
  if (await isEmptyDatabase(client)) return;
  throw new StartError("The database is not empty; restore into a new one before starting the site on it");
}

async function restoreTables(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
  { signal, onRestored, freeBytes }: RestoreOptions,
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
    const target = targets.get(quoted(table))!;
    await restoreTable(client, folder, table, { target, signal, freeBytes }).catch((error) => {
      throw explained(error, table.file);
    });
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
  await runAll(client, rules.toReversed().map(toDropped));
  await runAll(client, switchTriggers(tables, "disable"));
  await runAll(
    client,
    tables.map((table) => `truncate ${quoted(table)}`),
  );
  return {
    async resume() {
      await runAll(client, switchTriggers(tables, "enable"));
      await client.query(`set local maintenance_work_mem = '${sizes.maintenanceMb}MB'`);
      await runAll(client, rules.map(toAdded));
    },
  };
}

async function restoreTable(
  client: pg.Client,
  folder: string,
  table: BackedUpTable,
  { target, signal, freeBytes }: { target: Table } & Pick<RestoreOptions, "signal" | "freeBytes">,
): Promise<void> {
  const isSame = quotedColumns(table) === quotedColumns(target);
  const destination = isSame ? quoted(table) : await createStage(client, table, target);
  const rows = client.query(copyFrom(`copy ${destination} (${quotedColumns(table)}) from stdin`));
  const { file, bytes } = await openPart(folder, table.file);
  const chunkSize = Math.min(Math.max(bytes, 1) * 16, 256 * 1024);
  const hash = createHash("sha256");
  await pipeline(
    file.createReadStream({ highWaterMark: chunkSize }),
    // the file may have been replaced since it was verified
    new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    }),
    createZstdDecompress({ chunkSize: Math.max(chunkSize, 1024) }),
    limited(table, freeBytes),
    rows,
    { signal },
  );
  if (hash.digest("hex") !== table.sha256) throw damaged(table.file);
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

/** Longer than any row of the site; it bounds what PostgreSQL buffers. */
const maxRowBytes = 256 * 1024 * 1024;
const spaceEveryBytes = 16 * 1024 * 1024;
const newline = 10;

/** Passes unpacked rows on while there are as many as announced and the database's disk has room. */
function limited({ file, rows }: BackedUpTable, freeBytes: FreeBytes | undefined): Transform {
  let lines = 0;
  let bytes = 0;
  let lineBegins = 0;
  let spaceAt = 0;
  return new Transform({
    async transform(chunk: Buffer, _, done) {
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) {
        lines += 1;
        lineBegins = bytes + at + 1;
      }
      bytes += chunk.length;
      if (lines > rows || (lines === rows && bytes > lineBegins)) {
        return done(new StartError(`${file} of the backup has more than ${rows} rows; use another backup`));
      }
      if (bytes - lineBegins > maxRowBytes) {
        return done(new StartError(`${file} of the backup has an oversized row; use another backup`));
      }
      if (freeBytes && bytes >= spaceAt) {
        spaceAt = bytes + spaceEveryBytes;
        if ((await freeBytes()) < reservedBytes) {
          return done(new StartError(`Not enough disk space for the backup: ${file} would fill the disk`));
        }
      }
      done(null, chunk);
    },
  });
}

/** An error of PostgreSQL or of unpacking, with the file that caused it. */
function explained(error: unknown, file: string): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  const isOfFile = error instanceof DatabaseError || code?.startsWith("ZSTD_") || code?.startsWith("ERR_ZSTD");
  if (!isOfFile) return error;
  return new StartError(`${file} of the backup cannot be restored: ${error.message}; use another backup`, {
    cause: error,
  });
}

/** A temporary table with the backup's columns: those of the job queue may have changed since. */
async function createStage(client: ClientBase, { file, columns }: BackedUpTable, target: Table): Promise<string> {
  const ofTarget = new Set(target.columns.map(({ type }) => type));
  const unknown = columns.find(({ type }) => !isKnownType(type, ofTarget));
  if (unknown) throw new StartError(`${file} of the backup has a column of an unknown type: ${unknown.type}`);
  const definitions = columns.map(({ name, type }) => `${quotedName(name)} ${type}`);
  await client.query("drop table if exists stage");
  await client.query(`create temporary table stage (${definitions.join(", ")}) on commit drop`);
  return "stage";
}

/** Whether the database has no tables except those of a job queue without jobs. */
async function isEmptyDatabase(client: ClientBase): Promise<boolean> {
  const tables = await listTables(client);
  if (tables.some(({ schema }) => schema !== jobSchema)) return false;
  const jobs = tables.find(({ name }) => name === "job");
  return !jobs || (await client.query(`select from ${quoted(jobs)} limit 1`)).rowCount === 0;
}

/**
 * Creates the missing partitions of existing tables: the site creates them over time, not by migrations.
 */
async function createPartitions(client: ClientBase, partitions: readonly Partition[]): Promise<void> {
  const existing = new Set((await listPartitions(client)).map(quoted));
  const roots = await listRoots(client);
  for (const partition of partitions) {
    const root = roots.get(partition.of);
    if (!root || existing.has(quoted(partition))) continue;
    if (partition.schema !== root.schema) {
      throw new StartError(`The backup has a partition of ${partition.of} in another schema; use another backup`);
    }
    // the bound has one of the forms that a manifest may have
    await client.query(`create table ${quoted(partition)} partition of ${quoted(root)} ${partition.bound}`);
  }
}

/** The partitioned tables by the names that PostgreSQL writes. */
async function listRoots(client: ClientBase): Promise<Map<string, { schema: string; name: string }>> {
  const { rows } = await client.query<{ of: string; schema: string; name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as "of", n.nspname as schema, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'p' and not c.relispartition and ${isOurs}`);
  return new Map(rows.map(({ of, ...root }) => [of, root]));
}

/** Sets existing sequences to the backup's values. */
async function restoreSequences(client: ClientBase, sequences: readonly Sequence[]): Promise<void> {
  for (const sequence of sequences) {
    if (sequence.lastValue === null) continue;
    const { schema, name, lastValue } = sequence;
    await client.query(
      `select setval(format('%I.%I', schemaname, sequencename)::regclass, $3::bigint)
      from pg_sequences where schemaname = $1 and sequencename = $2`,
      [schema, name, lastValue],
    );
  }
}

/** A constraint or an index of a table, with its definition. */
interface Rule {
  kind: "key" | "index" | "reference";
  table: string;
  /** Of an index: with its schema, where needed. */
  name: string;
  definition: string;
}

/** The order of creation: references need indexes. */
const ruleKinds: readonly Rule["kind"][] = ["key", "index", "reference"];

/** Keys (of partitions: those of their root), indexes without a constraint on unpartitioned tables, and references. */
async function listRules(client: ClientBase): Promise<Rule[]> {
  const { rows } = await client.query<Rule>(`
    select case r.contype when 'f' then 'reference' else 'key' end as kind,
      format('%I.%I', n.nspname, c.relname) as "table",
      r.conname as name, pg_get_constraintdef(r.oid) as definition
    from pg_constraint r join pg_class c on c.oid = r.conrelid join pg_namespace n on n.oid = c.relnamespace
    where (r.contype = 'f' or r.contype in ('p', 'u', 'x') and not c.relispartition)
      and r.conparentid = 0 and ${isOurs}
    union all
    select 'index', format('%I.%I', n.nspname, c.relname), i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and not c.relispartition and ${isOurs}
      and not exists (select from pg_constraint r where r.conindid = i.indexrelid and r.contype in ('p', 'u', 'x'))`);
  return rows.sort((a, b) => ruleKinds.indexOf(a.kind) - ruleKinds.indexOf(b.kind));
}

function toDropped({ kind, table, name }: Rule): string {
  return kind === "index" ? `drop index ${name}` : `alter table ${table} drop constraint ${quotedName(name)}`;
}

/** Creates the rule, and checks all rows. */
function toAdded({ kind, table, name, definition }: Rule): string {
  return kind === "index" ? definition : `alter table ${table} add constraint ${quotedName(name)} ${definition}`;
}

/** For the site's own triggers. */
function switchTriggers(tables: readonly Pick<Table, "schema" | "name">[], to: "enable" | "disable"): string[] {
  return tables.map((table) => `alter table ${quoted(table)} ${to} trigger user`);
}

/** At once: hundreds of statements would wait longer for each other's answers than they take. */
async function runAll(client: ClientBase, statements: readonly string[]): Promise<void> {
  await client.query(statements.join(";\n"));
}
