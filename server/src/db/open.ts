import type { Pool } from "pg";
import type { Env } from "../env.ts";
import { StartError } from "../start-error.ts";
import { isGuest } from "./application-role.ts";
import { type Connection, connect, type Database, type Timeouts } from "./connect.ts";
import { type Log, startEmbedded } from "./embedded.ts";
import { listAppliedMigrations, listKnownMigrations, migrateDatabase } from "./migrate.ts";

const OLDEST_VERSION = 15;

export interface OpenDatabase extends Database {
  /** For connections beside the pool. */
  connection: Connection;
  /** For connections of the tables' owner, who may read and change everything. */
  ownerConnection: Connection;
}

export interface OpenOptions {
  /** Without them work may take as long as it takes. */
  timeouts?: Timeouts;
  /** Connect as the owner of the tables: for commands that change more than rows. */
  asOwner?: boolean;
}

type DatabaseEnv = Pick<Env, "databaseUrl" | "databaseOwnerUrl" | "dataDir">;

/**
 * The site's database with the newest schema: the server of DATABASE_URL, or the embedded one of the data folder, which
 * is started or joined. The schema belongs to an owner, and the site connects as a role that may change rows only, unless
 * DATABASE_URL alone names the owner. `close` gives the server back. Throws StartError when the database cannot be had.
 */
export async function openDatabase(
  env: DatabaseEnv,
  log: Log,
  { timeouts, asOwner = false }: OpenOptions = {},
): Promise<OpenDatabase> {
  const server = await findServer(env, log);
  const database = connectTo(server, asOwner ? server.owner : server.application, log, timeouts);
  try {
    await prepareSchema(server);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** The same database with whatever schema it has, or none, as the owner of the tables. */
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
  /** The same as `owner` where an operator gives the site one user only. */
  application: Connection;
  /** Names `owner` to whoever reads an error. */
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
      if (!closing) log.warn(`A database connection was lost: ${error.message}`);
    },
    { timeouts },
  );
  const close = () => {
    closing ??= database.close().then(server.stop);
    return closing;
  };
  return { ...database, connection, ownerConnection: server.owner, close };
}

/** Migrates as the owner, and lets the site's own role work with the tables. A user of neither kind must find all in place. */
async function prepareSchema({ owner, application, ownerVariable }: Server): Promise<void> {
  const database = connect(owner, () => {}, { size: 1 });
  try {
    const place = await checkServer(database.pool, ownerVariable);
    if (await isGuest(database.pool)) return await requireMigrated(database.pool);
    const applicationRole = owner === application ? null : await findApplicationRole(application, place);
    await migrateDatabase(database.pool, { applicationRole });
  } finally {
    await database.close();
  }
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
    "The database needs a migration, which the user of DATABASE_URL may not do: start a process with DATABASE_OWNER_URL first",
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
  /** Differs from that of any other database. */
  identity: string;
}

async function checkServer(pool: Pool, variable: string): Promise<Place> {
  const question = `select current_setting('server_version_num')::int as version, current_user as user,
    oid || ' ' || pg_postmaster_start_time() as identity from pg_database where datname = current_database()`;
  const answer = await pool.query<Place & { version: number }>(question).catch((cause: NodeJS.ErrnoException) => {
    // A host with several addresses fails with an error for each, and an empty message of its own.
    const reason = cause.message || cause.code;
    throw new StartError(`The database at ${variable} cannot be reached: ${reason}`, { cause });
  });
  const { version, ...place } = answer.rows[0]!;
  if (Math.floor(version / 10_000) < OLDEST_VERSION) {
    throw new StartError(
      `The database at ${variable} is PostgreSQL ${Math.floor(version / 10_000)}; ${OLDEST_VERSION} or newer is needed`,
    );
  }
  return place;
}
