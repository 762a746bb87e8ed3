import type { Env } from "../env.ts";
import { StartError } from "../start-error.ts";
import { type Connection, connect, type Database, type Timeouts } from "./connect.ts";
import { type Log, startEmbedded } from "./embedded.ts";
import { migrateDatabase } from "./migrate.ts";

const OLDEST_VERSION = 15;

export interface OpenDatabase extends Database {
  /** For connections beside the pool. */
  connection: Connection;
}

/**
 * The site's database with the newest schema: the server of DATABASE_URL, or the embedded one of the data folder, which
 * is started or joined. Without `timeouts` work may take as long as it takes. `close` gives both back.
 * Throws StartError when the database cannot be had.
 */
export async function openDatabase(
  env: Pick<Env, "databaseUrl" | "dataDir">,
  log: Log,
  timeouts?: Timeouts,
): Promise<OpenDatabase> {
  const database = await openDatabaseAsIs(env, log, timeouts);
  try {
    await migrateDatabase(database.pool);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** The same database with whatever schema it has, or none. */
export async function openDatabaseAsIs(
  env: Pick<Env, "databaseUrl" | "dataDir">,
  log: Log,
  timeouts?: Timeouts,
): Promise<OpenDatabase> {
  const embedded = env.databaseUrl ? null : await startEmbedded({ dataDir: env.dataDir, log });
  const connection = embedded?.connection ?? { connectionString: env.databaseUrl };
  let closing: Promise<void> | undefined;
  const database = connect(
    connection,
    (error) => {
      if (!closing) log.warn(`A database connection was lost: ${error.message}`);
    },
    { timeouts },
  );
  const close = () => {
    closing ??= database.close().then(() => embedded?.stop());
    return closing;
  };
  try {
    await checkServer(database);
  } catch (error) {
    await close();
    throw error;
  }
  return { ...database, connection, close };
}

async function checkServer({ pool }: Database): Promise<void> {
  const called = "The database at DATABASE_URL";
  const answer = await pool.query("show server_version_num").catch((cause: NodeJS.ErrnoException) => {
    // A host with several addresses fails with an error for each, and an empty message of its own.
    const reason = cause.message || cause.code;
    throw new StartError(`${called} cannot be reached: ${reason}`, { cause });
  });
  const version = Math.floor(Number(answer.rows[0].server_version_num) / 10_000);
  if (version < OLDEST_VERSION) {
    throw new StartError(`${called} is PostgreSQL ${version}; ${OLDEST_VERSION} or newer is needed`);
  }
}
