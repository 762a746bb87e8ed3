import { setTimeout as delay } from "node:timers/promises";
import { countOf } from "contract/core/counts.ts";
import type pg from "pg";
import type { Connection } from "../db/connect.ts";
import { listAppliedMigrations, listKnownMigrations, readRecordedVersion } from "../db/migrate.ts";
import type { FreeBytes } from "../files/free-space.ts";
import type { SecretKey } from "../process/secret-key.ts";
import { StartError } from "../process/start-error.ts";
import { readVersion } from "../process/version.ts";
import { type Manifest, readManifest, type Signature } from "./manifest.ts";
import { beforeUpgrade, findNewFolder, listNamedBackups, type NamedBackup } from "./names.ts";
import { restoreBackup } from "./restore.ts";
import { openClient } from "./restorer.ts";
import { quotedName } from "./tables.ts";
import { writeBackup } from "./write.ts";

export interface RollbackOptions {
  /** Holds the backups from before upgrades, and gets one of the newer data. */
  folder: string;
  now: Date;
  secretKey: SecretKey | null;
  /** The migrations that this version knows, by their times. */
  known?: readonly number[];
  onVerified?: (signature: Signature) => void;
  freeBytes?: FreeBytes;
  /** Leaves the database as it is when aborted. */
  signal?: AbortSignal;
  onRestored?: (rows: number, of: number) => void;
}

export interface RolledBack {
  backup: NamedBackup;
  manifest: Manifest;
  /** The backup of the newer data. */
  saved: string;
}

/**
 * Returns a database that a newer version has upgraded to the backup from before: restores it beside the database, and
 * then exchanges both, so that any failure leaves the newer data in place. Throws StartError where this version cannot
 * use such a backup, or processes still use the database.
 */
export async function rollBack(connection: Connection, options: RollbackOptions): Promise<RolledBack> {
  const { folder, now, secretKey, signal, freeBytes, onVerified, onRestored } = options;
  const known = options.known ?? listKnownMigrations();
  const client = await openClient(connection);
  const found = await examineAtRest(client).finally(() => client.end());
  const chosen = await chooseBackup(found, folder, known);
  if (found.sessions > 0) {
    throw new StartError(`Stop the site first: the database has ${countOf(found.sessions, "other connection")}`);
  }
  if (!found.mayCreate) {
    throw new StartError(
      `A rollback needs a database beside this one, which the user ${found.user} may not create: allow it with ` +
        `"alter role ${quotedName(found.user)} createdb", or restore ${chosen.backup.folder} into an empty database`,
    );
  }
  const saved = await findNewFolder(folder, "before-rollback", now);
  await writeBackup(connection, saved, { now, secretKey, signal, freeBytes });

  const names = {
    current: found.database,
    restored: `${found.database}_rollback_restored`,
    replaced: `${found.database}_rollback_replaced`,
  };
  const maintenance = await openClient(toDatabase(connection, "postgres"));
  try {
    await maintenance.query(`drop database if exists ${quotedName(names.restored)}`);
    await maintenance.query(`create database ${quotedName(names.restored)} template template0 ${found.locale}`);
    try {
      const target = toDatabase(connection, names.restored);
      await restoreBackup(target, chosen.backup.folder, { secretKey, signal, freeBytes, onVerified, onRestored });
      await exchange(maintenance, names);
    } catch (error) {
      await maintenance.query(`drop database if exists ${quotedName(names.restored)} with (force)`);
      throw error;
    }
    await maintenance.query(`drop database ${quotedName(names.replaced)}`);
  } finally {
    await maintenance.end();
  }
  return { ...chosen, saved };
}

interface Found {
  migrations: number[];
  version: string | null;
  database: string;
  user: string;
  mayCreate: boolean;
  /** For `create database`. */
  locale: string;
  /** Connections of others. */
  sessions: number;
}

/** Gives the connections of a process that has just stopped a second to end. */
async function examineAtRest(client: pg.Client): Promise<Found> {
  let found = await examine(client);
  for (let tries = 0; found.sessions > 0 && tries < 10; tries++) {
    await delay(100);
    found = await examine(client);
  }
  return found;
}

async function examine(client: pg.Client): Promise<Found> {
  const { rows } = await client.query<Omit<Found, "migrations" | "version">>(`
    select datname as database, current_user as user, rolcreatedb or rolsuper as "mayCreate",
      format('encoding %L lc_collate %L lc_ctype %L', pg_encoding_to_char(encoding), datcollate, datctype) as locale,
      (select count(*)::int from pg_stat_activity activity
        where activity.datname = current_database() and backend_type = 'client backend'
          and pid <> pg_backend_pid()) as sessions
    from pg_database, pg_roles where datname = current_database() and rolname = current_user`);
  const [migrations, version] = [await listAppliedMigrations(client), await readRecordedVersion(client)];
  return { ...rows[0]!, migrations, version };
}

/** The newest backup that has exactly the changes that this version knows. */
async function chooseBackup({ migrations, version }: Found, folder: string, known: readonly number[]) {
  const own = readVersion();
  const backups = await Promise.all(
    (await listNamedBackups(folder, beforeUpgrade)).map(async (backup) => ({
      backup,
      manifest: await readManifest(backup.folder),
    })),
  );
  const [newest] = backups;
  if (!newest) throw new StartError(`There is no backup from before an upgrade in ${folder}`);
  const nameOf = ({ manifest, backup }: typeof newest) =>
    `${manifest.version ?? "the version before 1.0.0"} (its backup is of ${backup.createdAt.toISOString()})`;
  if (new Set(migrations).isSubsetOf(new Set(known))) {
    throw new StartError(
      `The data fits this version (${own}), which would upgrade a backup again. A rollback is for the previous ` +
        `version: install ${nameOf(newest)}, then run this command there`,
    );
  }
  const fitting = backups.find(({ manifest }) => manifest.migrations.join() === known.join());
  if (fitting) return fitting;
  throw new StartError(
    `No backup from before an upgrade fits this version (${own}): ` +
      `to return from ${version ?? "the present version"}, install ${nameOf(newest)}, then run this command there`,
  );
}

/** Both names change in one transaction. */
async function exchange(maintenance: pg.Client, names: { current: string; restored: string; replaced: string }) {
  const rename = (from: string, to: string) =>
    maintenance.query(`alter database ${quotedName(from)} rename to ${quotedName(to)}`);
  await maintenance.query(`drop database if exists ${quotedName(names.replaced)}`);
  await maintenance.query("begin");
  try {
    await rename(names.current, names.replaced);
    await rename(names.restored, names.current);
    await maintenance.query("commit");
  } catch (cause) {
    await maintenance.query("rollback");
    throw new StartError(`Nothing was changed: ${(cause as Error).message}`, { cause });
  }
}

/** Another database of the same server. */
function toDatabase({ connectionString, ...parts }: Connection, database: string): Connection {
  if (!connectionString) return { ...parts, database };
  const url = new URL(connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { ...parts, connectionString: url.href };
}
