import { rm } from "node:fs/promises";
import { brand } from "contract/brand.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Connection } from "../db/connect.ts";
import { freeBytesOf } from "../files/free-space.ts";
import type { JobHandler } from "../jobs/work.ts";
import type { SecretKey } from "../process/secret-key.ts";
import { findNewFolder, listNamedBackups, type NamedBackup, removeUnfinished } from "./names.ts";
import { writeBackup } from "./write.ts";

/** A little less than a day, so that the time of day stays where it is. */
const dueAfterMs = 23.5 * 3_600_000;

export interface BackupOptions {
  connection: Connection;
  secretKey?: SecretKey;
  env: { backupDir: string | undefined; backupKeep: number };
  log: FastifyBaseLogger;
}

/**
 * One backup a day into BACKUP_DIR. It is looked after every hour, so a failed one, or one that the site slept through,
 * is caught up by itself. Without BACKUP_DIR there are none.
 */
export function backupJobs({ connection, secretKey, env, log }: BackupOptions): JobHandler[] {
  const { backupDir, backupKeep } = env;
  if (!backupDir) return [];
  const run = async () => {
    try {
      const backup = await backUpWhenDue(connection, backupDir, backupKeep, new Date(), secretKey);
      if (backup) log.info({ folder: backup }, "backup written");
    } catch (error) {
      log.error({ err: error }, "backup failed; retrying within the hour");
      throw error;
    }
  };
  return [{ queue: "backup", schedule: "7 * * * *", run }];
}

/**
 * Creates a backup when the newest is a day old, then deletes all but `keep`. Returns its folder; null when none is
 * due.
 */
export async function backUpWhenDue(
  connection: Connection,
  folder: string,
  keep: number,
  now: Date,
  secretKey?: SecretKey,
): Promise<string | null> {
  // one in the future is from before the clock was corrected
  const newest = (await listBackups(folder)).find(({ createdAt }) => createdAt <= now);
  if (newest && now.getTime() - newest.createdAt.getTime() < dueAfterMs) return null;
  await removeUnfinished(folder, brand.slug);
  const created = await findNewFolder(folder, brand.slug, now);
  await writeBackup(connection, created, { now, secretKey, freeBytes: () => freeBytesOf(folder) });
  const outdated = (await listBackups(folder)).filter((one) => one.folder !== created).slice(keep - 1);
  for (const one of outdated) await rm(one.folder, { recursive: true });
  return created;
}

/** The complete daily backups in BACKUP_DIR, newest first; none when the folder is missing. */
export async function listBackups(folder: string): Promise<NamedBackup[]> {
  return listNamedBackups(folder, brand.slug);
}
