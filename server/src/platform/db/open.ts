import { join } from "node:path";
import type { Pool } from "pg";
import { writeBackup } from "../backup/write.ts";
import type { Env } from "../process/env.ts";
import { findSecretKey } from "../process/secret-key.ts";
import { StartError } from "../process/start-error.ts";
import { isGuest } from "./application-role.ts";
import { type Connection, connect, type Database, type Timeouts } from "./connect.ts";
import { type Log, startEmbedded } from "./embedded/embedded.ts";
import { listAppliedMigrations, listKnownMigrations, migrateDatabase } from "./migrate.ts";

const OLDEST_VERSION = 15;

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
  { timeouts, asOwner = false }: OpenOptions = {},
): Promise<OpenDatabase> {
  const server = await findServer(env, log);
  const database = connectTo(server, asOwner ? server.owner : server.application, log, timeouts);
  try {
    await prepareSchema(server, env, log);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
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

async function findServer({ databaseUrl, databaseOwnerUrl, dataDir }: DatabaseEnv, log: Log): Promise<Server> {
  if (databaseUrl) {
    const application = { connectionString: databaseUrl };
    return {
      owner: databaseOwnerUrl ? { connectionString: databaseOwnerUrl } : application,
      application,
      ownerVariable: databaseOwnerUrl ? "DATABASE_OWNER_URL" : "DATABASE_URL",
      stop: async () => {},
    };
  }
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
async function prepareSchema({ owner, application, ownerVariable }: Server, env: DatabaseEnv, log: Log): Promise<void> {
  const database = connect(owner, () => {}, { size: 1 });
  try {
    const place = await checkServer(database.pool, ownerVariable);
    if (await isGuest(database.pool)) return await requireMigrated(database.pool);
    const applicationRole = owner === application ? null : await findApplicationRole(application, place);
    const beforeMigration = () => backUpBefore(owner, env, log);
    await migrateDatabase(database.pool, { applicationRole, beforeMigration });
  } finally {
    await database.close();
  }
}

/** Copies a database that is about to be migrated: the way back, should the release be none to stay with. */
async function backUpBefore(
  owner: Connection,
  { backupDir, dataDir, secretKey }: DatabaseEnv,
  log: Log,
): Promise<void> {
  const now = new Date();
  const name = `before-upgrade-${now.toISOString().replace(/\.\d+/, "").replaceAll(":", "-")}`;
  const folder = join(backupDir ?? join(dataDir, "backups"), name);
  log.info(`Upgrading the database; backing it up to ${folder} first`);
  await writeBackup(owner, folder, { now, secretKey: await findSecretKey({ secretKey, dataDir }) });
}

async function requireMigrated(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const applied = new Set(await listAppliedMigrations(client));
    if (listKnownMigrations().every((migration) => applied.has(migration))) return;
  } finally {
    client.release();
  }
  throw new StartError(
    "The database needs a migration, which the user of DATABASE_URL may not do: " +
      "start a process with DATABASE_OWNER_URL first",
  );
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
