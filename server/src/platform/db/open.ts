import { rm } from "node:fs/promises";
import type { Pool } from "pg";
import { beforeUpgrade, findNewFolder, folderBeforeChanges, listNamedBackups } from "../backup/names.ts";
import { writeBackup } from "../backup/write.ts";
import { freeBytesOf } from "../files/free-space.ts";
import type { Env } from "../process/env.ts";
import { findSecretKey } from "../process/secret-key.ts";
import { StartError } from "../process/start-error.ts";
import { readVersion } from "../process/version.ts";
import { isGuest } from "./application-role.ts";
import { type Connection, connect, type Database, type Timeouts } from "./connect.ts";
import { type Log, startEmbedded } from "./embedded/embedded.ts";
import { moveToPackagedVersion } from "./embedded/move-cluster.ts";
import { migrateDatabase, requireMigrated, type Upgrade } from "./migrate.ts";

const OLDEST_VERSION = 15;

/** How many backups from before upgrades stay. */
const keptBeforeUpgrades = 3;

export interface OpenDatabase extends Database {
  /** For connections beside the pool. */
  connection: Connection;
  /** As the owner of the tables. */
  ownerConnection: Connection;
}

export interface OpenOptions {
  timeouts?: Timeouts;
  /** As the owner of the tables: for commands that change more than rows. */
  asOwner?: boolean;
  /** The folder of the migrations, instead of this version's. */
  migrations?: string;
}

type DatabaseEnv = Pick<Env, "databaseUrl" | "databaseOwnerUrl" | "dataDir"> &
  Partial<Pick<Env, "backupDir" | "secretKey">>;

/**
 * The site's database with the newest schema: of DATABASE_URL, or the embedded one. The site's role may only change
 * rows, unless DATABASE_URL names the owner of the tables. Throws StartError when the database is unusable.
 */
export async function openDatabase(
  env: DatabaseEnv,
  log: Log,
  { timeouts, asOwner = false, migrations }: OpenOptions = {},
): Promise<OpenDatabase> {
  const server = await findServer(env, log);
  const database = connectTo(server, asOwner ? server.owner : server.application, log, timeouts);
  try {
    await prepareSchema(server, env, log, migrations);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** The server of the database, without a connection to it. Call `stop` at the end. */
export async function openServer(env: DatabaseEnv, log: Log): Promise<Pick<Server, "owner" | "stop">> {
  const server = await findServer(env, log);
  const database = connect(server.owner, () => {}, { size: 1 });
  await checkServer(database.pool, server.ownerVariable).finally(database.close);
  return server;
}

/** The same database without migrations, as the owner of the tables. */
export async function openDatabaseAsIs(env: DatabaseEnv, log: Log): Promise<OpenDatabase> {
  const server = await findServer(env, log);
  const database = connectTo(server, server.owner, log);
  try {
    await checkServer(database.pool, server.ownerVariable);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

interface Server {
  owner: Connection;
  /** The same as `owner` where there is only one user. */
  application: Connection;
  /** Names `owner` in errors. */
  ownerVariable: string;
  stop(): Promise<void>;
}

async function findServer(env: DatabaseEnv, log: Log): Promise<Server> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = env;
  if (databaseUrl) {
    const application = { connectionString: databaseUrl };
    return {
      owner: databaseOwnerUrl ? { connectionString: databaseOwnerUrl } : application,
      application,
      ownerVariable: databaseOwnerUrl ? "DATABASE_OWNER_URL" : "DATABASE_URL",
      stop: async () => {},
    };
  }
  await moveToPackagedVersion({ env, log });
  const { connection, applicationConnection, stop } = await startEmbedded({ dataDir, log });
  return { owner: connection, application: applicationConnection, ownerVariable: "DATABASE_URL", stop };
}

function connectTo(server: Server, connection: Connection, log: Log, timeouts?: Timeouts): OpenDatabase {
  let closing: Promise<void> | undefined;
  const database = connect(
    connection,
    (error) => {
      if (!closing) log.warn(`Lost a database connection: ${error.message}`);
    },
    { timeouts },
  );
  const close = () => {
    closing ??= database.close().then(server.stop);
    return closing;
  };
  return { ...database, connection, ownerConnection: server.owner, close };
}

/**
 * Migrates as the owner, after a backup, and grants the site's role its rights. Other users need a migrated database.
 */
async function prepareSchema(
  { owner, application, ownerVariable }: Server,
  env: DatabaseEnv,
  log: Log,
  folder?: string,
): Promise<void> {
  const database = connect(owner, () => {}, { size: 1 });
  const onWarning = (message: string) => log.warn(message);
  try {
    const place = await checkServer(database.pool, ownerVariable);
    if (await isGuest(database.pool)) return await requireMigrated(database.pool, onWarning);
    const applicationRole = owner === application ? null : await findApplicationRole(application, place);
    let begun: number | null = null;
    const beforeMigration = async (upgrade: Upgrade) => {
      begun = performance.now();
      await backUpBefore(upgrade, owner, env, log);
    };
    await migrateDatabase(database.pool, { folder, applicationRole, beforeMigration, onWarning });
    if (begun !== null) log.info(`Upgraded the database in ${toDuration((performance.now() - begun) / 1_000)}`);
  } finally {
    await database.close();
  }
}

/** Copies a database that is about to be migrated: `npm run cli -- rollback` returns to it. */
async function backUpBefore({ from, changes, seconds }: Upgrade, owner: Connection, env: DatabaseEnv, log: Log) {
  const now = new Date();
  const place = folderBeforeChanges(env);
  const folder = await findNewFolder(place, beforeUpgrade, now);
  log.info(
    `Upgrading the database from ${from ?? "before 1.0.0"} to ${readVersion()}, which takes about ` +
      `${toDuration(seconds)}: ${changes.join("; ")}. Backing it up to ${folder} first`,
  );
  const freeBytes = () => freeBytesOf(place);
  const secretKey = await findSecretKey({ secretKey: env.secretKey, dataDir: env.dataDir });
  await writeBackup(owner, folder, { now, secretKey, freeBytes }).catch((cause) => {
    if (!(cause instanceof StartError)) throw cause;
    throw new StartError(`The upgrade did not begin, and nothing was changed. ${cause.message}; or set BACKUP_DIR`, {
      cause,
    });
  });
  const outdated = (await listNamedBackups(place, beforeUpgrade)).slice(keptBeforeUpgrades);
  for (const one of outdated) await rm(one.folder, { recursive: true });
}

function toDuration(seconds: number): string {
  const [amount, unit] = seconds < 90 ? [seconds, "second"] : [seconds / 60, "minute"];
  const whole = Math.max(1, Math.round(amount));
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}

/** The user of DATABASE_URL; `null` when that is the owner. */
async function findApplicationRole(application: Connection, ownersPlace: Place): Promise<string | null> {
  const database = connect(application, () => {}, { size: 1 });
  try {
    const { user, ...place } = await checkServer(database.pool, "DATABASE_URL");
    if (place.identity !== ownersPlace.identity) {
      throw new StartError("DATABASE_OWNER_URL and DATABASE_URL must name the same database");
    }
    return user === ownersPlace.user ? null : user;
  } finally {
    await database.close();
  }
}

interface Place {
  user: string;
  /** Unique for each database. */
  identity: string;
}

async function checkServer(pool: Pool, variable: string): Promise<Place> {
  const query = `select current_setting('server_version_num')::int as version, current_user as user,
    oid || ' ' || pg_postmaster_start_time() as identity from pg_database where datname = current_database()`;
  const result = await pool.query<Place & { version: number }>(query).catch((cause: NodeJS.ErrnoException) => {
    // for a host with several addresses the message is empty
    const reason = cause.message || cause.code;
    throw new StartError(`The database at ${variable} cannot be reached: ${reason}`, { cause });
  });
  const { version, ...place } = result.rows[0]!;
  if (Math.floor(version / 10_000) < OLDEST_VERSION) {
    throw new StartError(
      `The database at ${variable} is PostgreSQL ${Math.floor(version / 10_000)}; ${OLDEST_VERSION} or newer is needed`,
    );
  }
  return place;
}
