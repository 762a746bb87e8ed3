import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Connection } from "../db/connect.ts";
import { listAppliedMigrations, readRecordedVersion } from "../db/migrate.ts";
import { type FreeBytes, reservedBytes } from "../files/free-space.ts";
import { makeFolder } from "../files/make-folder.ts";
import { findJobQueueVersion } from "../jobs/install.ts";
import type { SecretKey } from "../process/secret-key.ts";
import { StartError } from "../process/start-error.ts";
import { type BackedUpTable, type Manifest, writeManifest } from "./manifest.ts";
import { listPartitions, listSequences, listTables, quoted, quotedColumns, type Table } from "./tables.ts";

export interface BackupOptions {
  now: Date;
  /** Signs the backup, so that a restore recognises it. */
  secretKey?: SecretKey | null;
  /** How much room the folder's disk has: with less than the reserve the backup stops. */
  freeBytes?: FreeBytes;
  /** Leaves nothing behind when aborted. */
  signal?: AbortSignal;
  /** Rows so far, and in total (an estimate). */
  onWritten?: (rows: number, of: number) => void;
}

export const unfinishedSuffix = ".unfinished";

/**
 * Writes a consistent copy of the database, while the site runs, into `folder`, which must be empty or missing. The
 * folder gets its name when the copy is complete. Throws StartError when it cannot be written.
 */
export async function writeBackup(connection: Connection, folder: string, options: BackupOptions): Promise<Manifest> {
  await requireFree(folder);
  const unfinished = `${folder}${unfinishedSuffix}`;
  const client = new pg.Client(connection);
  client.on("error", () => {});
  try {
    await client.connect();
    await rm(unfinished, { recursive: true, force: true });
    await makeFolder(unfinished, 0o700);
    const manifest = await writeTables(client, unfinished, options);
    await writeManifest(unfinished, manifest, options.secretKey);
    await syncFolder(unfinished);
    await rename(unfinished, folder);
    await syncFolder(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {});
    throw explained(error, folder);
  } finally {
    await client.end();
  }
}

async function requireFree(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw explained(error, folder);
  });
  if (found.length > 0) throw new StartError(`${folder} is not empty; specify a new folder`);
}

async function writeTables(client: pg.Client, folder: string, options: BackupOptions): Promise<Manifest> {
  await client.query("begin isolation level repeatable read read only");
  await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
  const tables = await listTables(client);
  // `alter table` and `truncate` would affect the snapshot
  for (const table of tables) await client.query(`lock table ${quoted(table)} in access share mode`);

  const expected = await estimateRows(client);
  let done = 0;
  const written: BackedUpTable[] = [];
  for (const [index, table] of tables.entries()) {
    options.signal?.throwIfAborted();
    const file = `${index}-${table.name.replaceAll(/\W/g, "_")}.copy.zst`;
    const copied = await writeTable(client, table, join(folder, file), options);
    written.push({ ...table, file, ...copied });
    done += copied.rows;
    options.onWritten?.(done, Math.max(done, expected));
  }
  const manifest: Manifest = {
    format: 1,
    createdAt: options.now.toISOString(),
    version: await readRecordedVersion(client),
    postgresql: (await client.query("show server_version")).rows[0].server_version,
    migrations: await listAppliedMigrations(client),
    jobQueue: await findJobQueueVersion(client),
    tables: written,
    partitions: await listPartitions(client),
    sequences: await listSequences(client),
  };
  await client.query("commit");
  return manifest;
}

const roomEveryBytes = 16 * 1024 * 1024;
const diskFull = () => Object.assign(new Error("The disk has only its reserve left"), { code: "ENOSPC" });

async function writeTable(
  client: pg.Client,
  table: Table,
  file: string,
  { signal, freeBytes }: BackupOptions,
): Promise<Pick<BackedUpTable, "rows" | "bytes" | "sha256">> {
  // only a query reads the rows of partitions
  const source = table.partitioned
    ? `(select ${quotedColumns(table)} from ${quoted(table)})`
    : `${quoted(table)} (${quotedColumns(table)})`;
  const rows = client.query(copyTo(`copy ${source} to stdout`, { highWaterMark: 256 * 1024 }));
  const hash = createHash("sha256");
  let bytes = 0;
  let checkRoomAt = 0;
  const digest = new Transform({
    async transform(chunk: Buffer, _, done) {
      if (freeBytes && bytes >= checkRoomAt) {
        checkRoomAt = bytes + roomEveryBytes;
        if ((await freeBytes()) < reservedBytes) return done(diskFull());
      }
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(
    rows,
    createZstdCompress({ chunkSize: 256 * 1024, params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
    digest,
    createWriteStream(file, { mode: 0o600, flush: true }),
    { signal },
  );
  return { rows: rows.rowCount, bytes, sha256: hash.digest("hex") };
}

/** From the database's statistics, which is enough for a progress bar. */
async function estimateRows(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ estimate: number }>(
    "select coalesce(sum(n_live_tup), 0)::float8 as estimate from pg_stat_user_tables",
  );
  return rows[0]?.estimate ?? 0;
}

/** Files are safe from a power failure once their folder is. */
async function syncFolder(folder: string): Promise<void> {
  // Windows can't open folders, and doesn't need this
  if (process.platform === "win32") return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

const reasons: Record<string, string> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
  EROFS: "the disk is read-only",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  ENOTDIR: "a part of its path is a file",
  ENOENT: "no folder can be created there",
};

function explained(error: unknown, folder: string): unknown {
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ""];
  return reason ? new StartError(`The backup cannot be written to ${folder}: ${reason}`, { cause: error }) : error;
}
