import { statfs } from "node:fs/promises";
import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";

export interface DatabaseStatus {
  /** PostgreSQL's, such as `18.1`. */
  version: string;
  sizeBytes: number;
  answerMs: number;
}

export async function readDatabaseStatus(db: Db): Promise<DatabaseStatus> {
  const start = performance.now();
  await db.execute(sql`select 1`);
  const answerMs = Math.round((performance.now() - start) * 10) / 10;
  const { rows } = await db.execute<{ version: string; size: number }>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as size`);
  const [{ version, size } = { version: "", size: 0 }] = rows;
  // Debian adds its own name
  return { version: version.split(" ")[0] ?? "", sizeBytes: size, answerMs };
}

/** The room on the disk of a folder, for this process' user; `null` when the system does not tell. */
export async function readDisk(folder: string): Promise<{ freeBytes: number; totalBytes: number } | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk && { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize };
}
