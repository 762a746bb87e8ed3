import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { brand } from "contract/brand.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Connection } from "../db/connect.ts";
import { freeBytesOf } from "../files/free-space.ts";
import type { JobHandler } from "../jobs/work.ts";
import type { SecretKey } from "../process/secret-key.ts";
import { manifestName } from "./manifest.ts";
import { unfinishedSuffix, writeBackup } from "./write.ts";

/** A little less than a day, so that the time of day stays where it is. */
const dueAfterMs = 23.5 * 3_600_000;

/** `lootwise-2026-11-21T03-07-00Z`: no colons, which some systems do not have in names. */
// recheck-ignore: built from constants, without an unbounded quantifier
const namePattern = new RegExp(
  `^${brand.slug}-(\\d{4}-\\d\\d-\\d\\dT)(\\d\\d)-(\\d\\d)-(\\d\\dZ)(${unfinishedSuffix})?$`,
);

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
  await removeUnfinished(folder);
  const revision = now.toISOString().replace(/\.\d+/, "").replaceAll(":", "-");
  const created = join(folder, `${brand.slug}-${revision}`);
  await writeBackup(connection, created, { now, secretKey, freeBytes: () => freeBytesOf(folder) });
  const outdated = (await listBackups(folder)).filter((one) => one.folder !== created).slice(keep - 1);
  for (const one of outdated) await rm(one.folder, { recursive: true });
  return created;
}

export interface ScheduledBackup {
  folder: string;
  createdAt: Date;
}

/** The complete backups in BACKUP_DIR, newest first; none when the folder is missing. */
export async function listBackups(folder: string): Promise<ScheduledBackup[]> {
  const found: ScheduledBackup[] = [];
  for (const name of await namesIn(folder)) {
    const [, date, hours, minutes, seconds, unfinished] = namePattern.exec(name) ?? [];
    if (!date || unfinished || !(await namesIn(join(folder, name))).includes(manifestName)) continue;
    found.push({ folder: join(folder, name), createdAt: new Date(`${date}${hours}:${minutes}:${seconds}`) });
  }
  return found.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/** Deletes what a killed process left behind. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (namePattern.exec(name)?.at(-1)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
}
