import { existsSync } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { brand } from "contract/brand.ts";
import { findNewFolder, folderBeforeChanges } from "../../backup/names.ts";
import { restoreBackup } from "../../backup/restore.ts";
import { writeBackup } from "../../backup/write.ts";
import { freeBytesOf } from "../../files/free-space.ts";
import type { Env } from "../../process/env.ts";
import { findSecretKey } from "../../process/secret-key.ts";
import { StartError } from "../../process/start-error.ts";
import { type Log, startEmbedded } from "./embedded.ts";
import { findOlderPrograms, majorVersionOf, olderPackage, packagedBinaries } from "./embedded-binaries.ts";
import { findHome, openDataFolder } from "./embedded-folders.ts";
import { processLock } from "./process-lock.ts";

export interface MoveOptions {
  env: Pick<Env, "dataDir"> & Partial<Pick<Env, "backupDir" | "secretKey">>;
  log: Log;
  /** False is faster and loses data on a power failure: for tests. */
  durable?: boolean;
}

/**
 * Moves the database of the data folder to the major version of PostgreSQL that this version brings: a server cannot
 * read files of another one. The old programs back the data up, the new ones restore it beside the old files, and only
 * then both folders change their names. The old files stay in `postgres-<version>`. Throws StartError where the old
 * programs are missing; then nothing was touched.
 */
export async function moveToPackagedVersion({ env, log, durable }: MoveOptions): Promise<void> {
  const { dataDir } = env;
  if (!existsSync(dataDir)) return;
  const home = findHome(dataDir);
  const beside = join(dataDir, "postgres-moving");
  const [current, moved] = [join(home, "postgres"), join(findHome(beside), "postgres")];
  if (!existsSync(current) && !existsSync(moved)) return;
  const brought = await majorVersionOf(await packagedBinaries());
  // what cannot be read is reported by the start
  if (existsSync(current) && [brought, null].includes(await majorOf(current))) return;
  await openDataFolder(dataDir);

  const lock = await processLock(join(dataDir, "postgres-moving.lock"));
  try {
    // another process may have done it, or have been killed between the two changes of names
    if (!existsSync(current) && existsSync(moved)) return await takePlace(moved, current, beside, dataDir);
    const created = await majorOf(current);
    if (created === null || created === brought) return;
    const programs = await requirePrograms(created, brought, current, dataDir);
    log.info(
      `Moving the database from PostgreSQL ${created} to ${brought}; this takes about as long as a backup and a restore`,
    );
    const now = new Date();
    const backup = await findNewFolder(folderBeforeChanges(env), `before-postgresql-${brought}`, now);
    const secretKey = await findSecretKey({ secretKey: env.secretKey, dataDir });
    const freeBytes = () => freeBytesOf(dataDir);

    const old = await startEmbedded({ dataDir, log, durable, binDir: programs });
    await writeBackup(old.connection, backup, { now, secretKey, freeBytes }).finally(old.stop);
    // a server that a killed process left behind
    if (existsSync(moved)) await startEmbedded({ dataDir: beside, log, durable }).then(({ stop }) => stop());
    await rm(moved, { recursive: true, force: true });
    const next = await startEmbedded({ dataDir: beside, log, durable });
    await restoreBackup(next.connection, backup, { secretKey, freeBytes }).finally(next.stop);

    await rename(current, `${current}-${created}`);
    await takePlace(moved, current, beside, dataDir);
    log.info(`The database is moved. Delete ${current}-${created} and ${backup} once you trust the new one`);
  } finally {
    lock.release();
  }
}

async function takePlace(moved: string, current: string, beside: string, dataDir: string): Promise<void> {
  await rename(moved, current);
  const password = join(beside, "postgres-password");
  if (existsSync(password)) await rename(password, join(dataDir, "postgres-password"));
  await rm(beside, { recursive: true, force: true });
}

/** The major version that made the files; null where there are none. */
async function majorOf(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, "PG_VERSION"), "utf8").catch(() => null);
  return text === null ? null : Number(text);
}

/** The folder of the programs that can read the files. */
async function requirePrograms(created: number, brought: number, folder: string, dataDir: string): Promise<string> {
  const found =
    `The database in ${folder} was made by PostgreSQL ${created}, ` +
    `and this version of ${brand.name} brings ${brought}`;
  if (created > brought) {
    throw new StartError(`${found}, which cannot read it. Nothing was touched. Start the newer version again`);
  }
  const programs = await findOlderPrograms(created, dataDir);
  if (programs) return programs;
  const install = olderPackage(created, dataDir);
  throw new StartError(
    `${found}. The data moves by itself once the old programs are there; nothing was touched. ` +
      `${install ? `Install them with: ${install}` : "Start the previous version, make a backup, and restore it here"}, ` +
      "and start again (docs/operations.md)",
  );
}
