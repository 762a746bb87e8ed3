import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Env } from "../process/env.ts";
import { manifestName } from "./manifest.ts";
import { unfinishedSuffix } from "./write.ts";

/** A complete backup, named by its kind and its time. */
export interface NamedBackup {
  folder: string;
  createdAt: Date;
}

/** `lootwise-2026-11-21T03-07-00Z`: no colons, which some systems do not have in names. */
function nameBackup(kind: string, now: Date): string {
  return `${kind}-${now.toISOString().replace(/\.\d+/, "").replaceAll(":", "-")}`;
}

/** The path of a new backup: of two attempts within a second, the later one gets the next second. */
export async function findNewFolder(folder: string, kind: string, now: Date): Promise<string> {
  const taken = await namesIn(folder);
  let at = now;
  while (taken.includes(nameBackup(kind, at))) at = new Date(at.getTime() + 1_000);
  return join(folder, nameBackup(kind, at));
}

const timePattern = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)$/;

/** The complete backups of a kind, newest first; none when the folder is missing. */
export async function listNamedBackups(folder: string, kind: string): Promise<NamedBackup[]> {
  const found: NamedBackup[] = [];
  for (const name of await namesIn(folder)) {
    const createdAt = timeOf(name, kind);
    if (!createdAt || !(await namesIn(join(folder, name))).includes(manifestName)) continue;
    found.push({ folder: join(folder, name), createdAt });
  }
  return found.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/** Deletes what a killed process left behind. */
export async function removeUnfinished(folder: string, kind: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!name.endsWith(unfinishedSuffix) || !timeOf(name.slice(0, -unfinishedSuffix.length), kind)) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Of backups that are written before a database is changed. */
export const beforeUpgrade = "before-upgrade";

/** Where these are. */
export function folderBeforeChanges({ backupDir, dataDir }: Pick<Env, "dataDir"> & Partial<Pick<Env, "backupDir">>) {
  return backupDir ?? join(dataDir, "backups");
}

function timeOf(name: string, kind: string): Date | null {
  if (!name.startsWith(`${kind}-`)) return null;
  const [, hour, minutes, seconds] = timePattern.exec(name.slice(kind.length + 1)) ?? [];
  return hour ? new Date(`${hour}:${minutes}:${seconds}`) : null;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
}
