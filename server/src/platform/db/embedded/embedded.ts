import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, unlink } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { brand } from "contract/brand.ts";
import pg from "pg";
import { freeBytesOf } from "../../files/free-space.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { adviceFor, StartError } from "../../process/start-error.ts";
import { createCluster } from "./create-cluster.ts";
import { chooseAccount } from "./embedded-account.ts";
import { binariesIn, majorVersionOf, packagedBinaries } from "./embedded-binaries.ts";
import { chooseHome, giveTo, openDataFolder, openSocketFolder, reachableBinaries } from "./embedded-folders.ts";
import {
  acceptsConnections,
  becomesReady,
  type Cluster,
  type Connection,
  findPostmaster,
  isRunning,
  startPostmaster,
  stopPostmaster,
} from "./postmaster.ts";
import { type ProcessLock, processLock, tryProcessLock } from "./process-lock.ts";

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface EmbeddedOptions {
  /** The site's data folder, with the database in `postgres`. Created when missing. */
  dataDir: string;
  log: Log;
  /** False is faster and loses data on a power failure: for tests. */
  durable?: boolean;
  /** PostgreSQL's `bin` folder, instead of npm's package. */
  binDir?: string;
  /** Called when the database cannot be restarted; by default ends the process. */
  giveUp?: (reason: Error) => void;
}

export interface EmbeddedServer {
  /** As the owner of the tables. Stays the same after a crash. */
  connection: Connection;
  /** As the site's own role. */
  applicationConnection: Connection;
  /** The last process that leaves the server stops it. */
  stop(): Promise<void>;
}

interface Place extends Cluster {
  /** Held while the server is started, joined, left or stopped. */
  guardFile: string;
  /** Holds a locked file per process that uses the server. */
  usersFolder: string;
  passwordFile: string;
  /** Holds the database and, where its path is short enough, the socket. */
  home: string;
}

/**
 * The PostgreSQL server of a data folder: starts it, or joins the one that another process started or left behind.
 * Restarts it after a crash. Throws StartError when it cannot run.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { log, giveUp = endProcess(log) } = options;
  const place = await openPlace(options);
  const { user, connection, pid } = await guarded(place, async () => {
    const user = register(place);
    try {
      const server = await bringUp(place, user, log);
      await createDatabase(server.connection, applicationOf(server.connection));
      return { user, ...server };
    } catch (error) {
      await leave(place, user);
      throw error;
    }
  });

  const shuttingDown = new AbortController();
  const watching = keepRunning(place, user, { connection, pid }, log, shuttingDown.signal).catch(giveUp);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    shuttingDown.abort();
    await watching;
    await guarded(place, () => leave(place, user));
  };
  return {
    connection,
    applicationConnection: applicationOf(connection),
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

interface Server {
  connection: Connection;
  pid: number;
}

async function openPlace(options: EmbeddedOptions): Promise<Place> {
  const dataDir = await openDataFolder(options.dataDir);
  const account = chooseAccount();
  const found = options.binDir ? await binariesIn(options.binDir, null) : await packagedBinaries();
  const home = await chooseHome(dataDir, account);
  const usersFolder = join(dataDir, "postgres-users");
  await makeFolder(usersFolder);
  return {
    account,
    binaries: await reachableBinaries(found, account),
    durable: options.durable ?? true,
    folder: join(home, "postgres"),
    logFile: join(dataDir, "postgres.log"),
    guardFile: join(dataDir, "postgres.lock"),
    passwordFile: join(dataDir, "postgres-password"),
    home,
    usersFolder,
  };
}

async function guarded<T>(place: Place, work: () => Promise<T>): Promise<T> {
  const guard = await processLock(place.guardFile);
  try {
    return await work();
  } finally {
    guard.release();
  }
}

async function bringUp(place: Place, user: User, log: Log, wanted?: Connection): Promise<Server> {
  const found = findPostmaster(place.folder);
  if (found) {
    const connection = await connectionTo(place, found.port, found.socketFolder);
    if (await becomesReady(connection, found.pid, 8_000)) return { connection, pid: found.pid };
    if (await hasOtherUsers(place, user))
      throw new StartError("The database, in use by another process, does not respond");
    log.warn("The database server of an earlier process does not respond; stopping it");
    await stopPostmaster(place, found.pid);
  }
  if (!existsSync(place.folder)) {
    log.info("Creating the database");
    await createCluster(place, onSocket ? undefined : place.passwordFile);
  } else {
    await requireSameVersion(place);
  }
  await giveTo(place.account, place.folder);
  const socketFolder = onSocket ? await openSocketFolder(place.home, place.account) : "";
  const connection = wanted ?? (await connectionTo(place, await choosePort(), socketFolder));
  return { connection, pid: await startPostmaster(place, connection) };
}

/** A server cannot read files of another major version. */
async function requireSameVersion({ folder, binaries }: Place): Promise<void> {
  const text = await readFile(join(folder, "PG_VERSION"), "utf8").catch((cause) => {
    throw new StartError(`The database in ${folder} cannot be read (${cause.code}); ${adviceFor(cause.code, folder)}`, {
      cause,
    });
  });
  const created = Number(text);
  const brought = await majorVersionOf(binaries);
  if (created === brought) return;
  throw new StartError(`The database in ${folder} was made by PostgreSQL ${created}; these programs are of ${brought}`);
}

/** Throws when the server crashes twice within a minute, or does not restart. */
async function keepRunning(
  place: Place,
  user: User,
  server: Server,
  log: Log,
  shuttingDown: AbortSignal,
): Promise<void> {
  let pid = server.pid;
  let lastCrash = Number.NEGATIVE_INFINITY;
  const watchSpace = watchDiskSpace(place.home, log);
  const isStuck = watchFullDisk(place.home, server.connection);
  while (!shuttingDown.aborted) {
    await sleep(250, undefined, { signal: shuttingDown, ref: false }).catch(() => {});
    await watchSpace();
    if (shuttingDown.aborted || (isRunning(pid) && !(await isStuck()))) continue;
    if (isRunning(pid)) await stopPostmaster(place, pid);
    log.error(`The database stopped unexpectedly; see ${place.logFile}`);
    if (await waitForRoom(place, log, shuttingDown)) lastCrash = Number.NEGATIVE_INFINITY;
    if (shuttingDown.aborted) return;
    if (Date.now() - lastCrash < 60_000) throw new StartError("The database crashed twice within a minute");
    lastCrash = Date.now();
    ({ pid } = await guarded(place, () => bringUp(place, user, log, server.connection)));
    log.info("The database is running again");
  }
}

/**
 * A server cannot start on a full disk: the site serves what is in memory meanwhile. Returns whether the disk was
 * full.
 */
async function waitForRoom({ home }: Place, log: Log, shuttingDown: AbortSignal): Promise<boolean> {
  if (await hasRoom(home)) return false;
  log.error("The disk of DATA_DIR is full; the database waits for free space");
  while (!shuttingDown.aborted && !(await hasRoom(home))) {
    await sleep(500, undefined, { signal: shuttingDown, ref: false }).catch(() => {});
  }
  return true;
}

interface User {
  file: string;
  lock: ProcessLock;
}

function register(place: Place): User {
  const file = join(place.usersFolder, `${process.pid}-${randomBytes(4).toString("hex")}`);
  const lock = tryProcessLock(file);
  if (!lock) throw new Error(`${file} is locked by another process`);
  return { file, lock };
}

async function leave(place: Place, user: User): Promise<void> {
  user.lock.release();
  await unlink(user.file);
  if (await hasOtherUsers(place, user)) return;
  const running = findPostmaster(place.folder);
  if (!running) return;
  await stopPostmaster(place, running.pid);
  if (onSocket) await rm(running.socketFolder, { recursive: true, force: true });
}

/** Deletes the files of processes that ended without leaving. */
async function hasOtherUsers(place: Place, self: User): Promise<boolean> {
  for (const name of await readdir(place.usersFolder)) {
    const file = join(place.usersFolder, name);
    if (file === self.file) continue;
    const lock = tryProcessLock(file);
    if (!lock) return true;
    lock.release();
    await unlink(file);
  }
  return false;
}

/** Both roles have the same credentials: a user who can read them owns the files anyway. */
function applicationOf(connection: Connection): Connection {
  return { ...connection, user: `${brand.slug}_app` };
}

async function createDatabase(connection: Connection, application: Connection): Promise<void> {
  const client = new pg.Client({ ...connection, database: "postgres" });
  await client.connect();
  try {
    const known = await client.query("select from pg_roles where rolname = $1", [application.user]);
    if (known.rowCount === 0) {
      const password = application.password ? `password ${client.escapeLiteral(application.password)}` : "";
      await client.query(`create role ${client.escapeIdentifier(application.user)} login ${password}`);
    }
    const found = await client.query("select 1 from pg_database where datname = $1", [connection.database]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(connection.database)}`);
  } finally {
    await client.end();
  }
}

/** PostgreSQL and Node share no sockets on Windows: there it is the loopback address with a password. */
const onSocket = process.platform !== "win32";

async function connectionTo(place: Place, port: number, socketFolder: string): Promise<Connection> {
  const common = { port, user: brand.slug, database: brand.slug, ssl: false } as const;
  if (onSocket) return { ...common, host: socketFolder };
  return { ...common, host: "127.0.0.1", password: await readFile(place.passwordFile, "utf8") };
}

/** For a socket the port is only part of the file name. */
async function choosePort(): Promise<number> {
  if (onSocket) return 5432;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 5432;
}

function endProcess(log: Log): (reason: Error) => void {
  return (reason) => {
    log.error(reason.message);
    process.exit(1);
  };
}

/** Leaves the operator time to act. */
const lowBytes = 512 * 1024 ** 2;
/** Two WAL segments, which a starting server writes. */
const neededBytes = 32 * 1024 ** 2;
const checkEveryMs = 15_000;

/** Whether a database server can start on the folder's disk. */
async function hasRoom(folder: string): Promise<boolean> {
  return (await freeBytesOf(folder)) >= neededBytes;
}

/** Longer than a busy server takes to accept a connection. */
const stuckAfterMs = 10_000;

/**
 * Call it often: tells whether the server has accepted no connections for too long since the disk was full. After a
 * failed recovery PostgreSQL sometimes runs on without ever being ready.
 */
function watchFullDisk(folder: string, connection: Connection): () => Promise<boolean> {
  let refusesSince: number | null = null;
  return async () => {
    const hasBeenFull = refusesSince !== null || !(await hasRoom(folder));
    if (!hasBeenFull || (await acceptsConnections(connection))) {
      refusesSince = null;
      return false;
    }
    refusesSince ??= performance.now();
    if (performance.now() - refusesSince < stuckAfterMs) return false;
    refusesSince = null;
    return true;
  };
}

/** Call it often: checks from time to time, and warns once when the disk is almost full. */
function watchDiskSpace(folder: string, log: { warn(message: string): void }): () => Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isLow = false;
  return async () => {
    if (performance.now() - checkedAt < checkEveryMs) return;
    checkedAt = performance.now();
    const free = await freeBytesOf(folder);
    const wasLow = isLow;
    // hysteresis prevents repeated warnings
    isLow = free < (wasLow ? lowBytes * 1.2 : lowBytes);
    if (!isLow || wasLow) return;
    log.warn(`The disk of DATA_DIR has ${Math.floor(free / 1024 ** 2)} MB free; nothing can be saved when it is full`);
  };
}
