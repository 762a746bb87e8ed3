import { execFileSync, spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { shareOfMemory } from "../memory.ts";
import { StartError } from "../start-error.ts";
import type { Account } from "./embedded-account.ts";
import type { Binaries } from "./embedded-binaries.ts";

/** How to reach a server; usable as a `pg` pool's configuration. */
export interface Connection {
  /** An address, or the folder of the Unix socket. */
  host: string;
  port: number;
  user: string;
  password?: string;
  database: string;
  ssl: false;
}

/** One database folder on disk and what is needed to run a server on it. */
export interface Cluster {
  /** PostgreSQL's own data folder. */
  folder: string;
  /** Where the server's own messages go. */
  logFile: string;
  binaries: Binaries;
  account: Account;
  /** False trades safety from power loss for speed, and is for the many sites at a time of a test run. */
  durable: boolean;
}

/** How long a server may take to answer after its start; recovering from a crash in the middle of a big load takes the longest. */
const READY_MS = 120_000;

/** What PostgreSQL says right after a kill, until the last of the old processes has noticed. */
const OLD_SERVER_STILL_ENDING = /pre-existing shared memory block|lock file "[^"]*" already exists/;

/** Answers to our own asking whether the server is ready. */
const REFUSED_EARLY = /the database system is/;

/** A server that runs, and where it listens. */
export interface Postmaster {
  pid: number;
  port: number;
  socketFolder: string;
}

/** The server that runs on the folder, ready or not; null when there is none. */
export function findPostmaster(folder: string): Postmaster | null {
  const found = readPidFile(folder);
  return found && isRunning(found.pid) && isPostmasterOf(found.pid, folder) ? found : null;
}

/** Whether the process exists and still runs (one that ended, but that nobody has taken leave of, does not). */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== "linux") return true;
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

/** Starts a server on a folder where none runs, and waits until it answers. Returns its pid; throws StartError with PostgreSQL's own words. */
export async function startPostmaster(cluster: Cluster, connection: Connection): Promise<number> {
  removeForeignPidFile(cluster.folder, connection);
  const giveUpAt = Date.now() + 15_000;
  for (;;) {
    const outcome = await spawnPostmaster(cluster, connection);
    if (outcome.ready) return outcome.pid;
    if (!OLD_SERVER_STILL_ENDING.test(outcome.complaint) || Date.now() > giveUpAt) {
      throw new StartError(`The database did not start: ${outcome.complaint} (see ${cluster.logFile})`);
    }
    await sleep(250);
  }
}

/** Stops the server: clients are disconnected and everything is written. Ends it by force when it does not obey. */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  if (process.platform === "win32") {
    spawnSync(cluster.binaries.pgCtl, ["stop", "-D", cluster.folder, "-m", "fast", "-t", "8"], { stdio: "ignore" });
  }
  const steps = [
    { signal: "SIGINT", patience: 6_000 },
    { signal: "SIGQUIT", patience: 1_500 },
    { signal: "SIGKILL", patience: 500 },
  ] as const;
  for (const { signal, patience } of steps) {
    if (!isRunning(pid)) return;
    process.kill(pid, signal);
    const until = Date.now() + patience;
    while (isRunning(pid) && Date.now() < until) await sleep(10);
  }
}

/** Waits until the server answers; false when it ends first or takes longer than `patience` milliseconds. */
export async function becomesReady(connection: Connection, pid: number, patience = READY_MS): Promise<boolean> {
  const until = Date.now() + patience;
  while (isRunning(pid) && Date.now() < until) {
    if (await answers(connection)) return true;
    await sleep(15);
  }
  return false;
}

type Outcome = { ready: true; pid: number } | { ready: false; complaint: string };

async function spawnPostmaster(cluster: Cluster, connection: Connection): Promise<Outcome> {
  const { account, binaries, folder, logFile } = cluster;
  rotate(logFile);
  const offset = sizeOf(logFile);
  const log = openSync(logFile, "a", 0o600);
  const [program = "", ...args] = [
    ...account.prefix,
    binaries.postgres,
    "-D",
    folder,
    ...settings(cluster, connection),
  ];
  // Its own session and a log of its own: it outlives the process that started it for as long as others use it.
  const server = spawn(program, args, {
    ...account.ids,
    detached: true,
    cwd: workingFolder,
    env: cleanEnvironment(),
    stdio: ["ignore", log, log],
    windowsHide: true,
  });
  closeSync(log);
  server.on("error", () => {});
  server.unref();
  const pid = server.pid;
  if (pid === undefined) return { ready: false, complaint: `${program} cannot be run` };
  if (await becomesReady(connection, pid)) return { ready: true, pid };
  await stopPostmaster(cluster, pid);
  return { ready: false, complaint: lastComplaint(logFile, offset) };
}

/** The last complaint in the part of the server's log that begins at `offset` bytes, as one line. */
function lastComplaint(logFile: string, offset: number): string {
  if (sizeOf(logFile) <= offset) return "it says nothing";
  const lines = readFileSync(logFile).subarray(offset).toString("utf8").trim().split("\n");
  const worst = lines.findLastIndex((line) => /FATAL|PANIC/.test(line) && !REFUSED_EARLY.test(line));
  // The system, not PostgreSQL, speaks where a library is missing.
  const complaint = lines.at(worst) ?? "";
  return complaint.replaceAll(/\d{4}-\d\d-\d\d [\d:.]+ UTC \[\d+\] /g, "").replaceAll(/\s+/g, " ");
}

/** A folder that every user may enter. */
export const workingFolder = process.platform === "win32" ? undefined : "/";

/** Our own settings and secrets are not the database's business, and `PG…` variables would change what its programs do. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const passed = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "LD_LIBRARY_PATH"];
  return Object.fromEntries(passed.filter((name) => process.env[name]).map((name) => [name, process.env[name]]));
}

/**
 * Megabytes of the database that PostgreSQL itself keeps in memory, which comes before what the system keeps of files: a price history lies on
 * some fifty pages.
 */
const sharedBuffers = shareOfMemory(1 / 16, { least: 256, most: 1_024 });

const forTests = {
  shared_buffers: "256MB",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: 300,
};

function settings(cluster: Cluster, connection: Connection): string[] {
  const onSocket = connection.password === undefined;
  const values: Record<string, string | number> = {
    listen_addresses: onSocket ? "" : connection.host,
    unix_socket_directories: onSocket ? `"${connection.host}"` : "",
    unix_socket_permissions: "0700",
    port: connection.port,
    shared_buffers: `${sharedBuffers}MB`,
    work_mem: "16MB",
    max_wal_size: "1GB",
    // The data fits in memory, and queries are too short for compiling to pay.
    random_page_cost: 1.1,
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    // The detail of an error quotes the row: "Key (email_key)=(…) already exists".
    log_error_verbosity: "terse",
    ...(cluster.durable ? {} : forTests),
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function answers(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, database: "postgres", connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    const TOO_MANY_CONNECTIONS = "53300";
    return error instanceof pg.DatabaseError && error.code === TOO_MANY_CONNECTIONS;
  } finally {
    await client.end().catch(() => {});
  }
}

/** What a server, running or not, has written about itself. */
function readPidFile(folder: string): Postmaster | null {
  try {
    const [pid, , , port, socketFolder = ""] = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
    return Number(pid) > 0 ? { pid: Number(pid), port: Number(port), socketFolder } : null;
  } catch {
    return null;
  }
}

/** After a restart of the machine, or of its container, the pid on file may be some other process. */
function isPostmasterOf(pid: number, folder: string): boolean {
  if (process.platform === "win32") return true;
  try {
    const command =
      process.platform === "linux"
        ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
        : execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return command.includes(folder);
  } catch {
    return false;
  }
}

/** PostgreSQL takes any living process with the pid on file for its own server, and refuses to start. */
function removeForeignPidFile(folder: string, connection: Connection): void {
  const noted = readPidFile(folder);
  if (!noted || !isRunning(noted.pid)) return;
  rmSync(join(folder, "postmaster.pid"), { force: true });
  rmSync(join(connection.host, `.s.PGSQL.${connection.port}.lock`), { force: true });
}

function rotate(logFile: string): void {
  const limit = 10 * 1024 * 1024;
  if (sizeOf(logFile) > limit) renameSync(logFile, `${logFile}.1`);
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
