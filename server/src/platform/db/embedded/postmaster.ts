import { execFileSync, spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { sizes } from "../../process/sizes.ts";
import { StartError } from "../../process/start-error.ts";
import type { Account } from "./embedded-account.ts";
import type { Binaries } from "./embedded-binaries.ts";

/** A `pg` configuration. */
export interface Connection {
  /** An address, or the folder of the Unix socket. */
  host: string;
  port: number;
  user: string;
  password?: string;
  database: string;
  ssl: false;
}

export interface Cluster {
  folder: string;
  logFile: string;
  binaries: Binaries;
  account: Account;
  /** False trades durability for speed, for tests. */
  durable: boolean;
}

/** Recovery after a crash during a large import takes longest. */
const READY_MS = 120_000;

/** PostgreSQL's error until the last process of a killed server has ended. */
const OLD_SERVER_STILL_ENDING = /pre-existing shared memory block|lock file "[^"]*" already exists/;

/** Log lines about our own readiness checks. */
const REFUSED_EARLY = /the database system is/;

/** A running server, and where it listens. */
export interface Postmaster {
  pid: number;
  port: number;
  socketFolder: string;
}

/** The folder's running server, ready or not. */
export function findPostmaster(folder: string): Postmaster | null {
  const found = readPidFile(folder);
  return found && isRunning(found.pid) && isPostmasterOf(found.pid, folder) ? found : null;
}

/** Whether the process exists and is no zombie. */
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

/** Starts a server and waits until it is ready. Returns its pid; throws StartError with PostgreSQL's message. */
export async function startPostmaster(cluster: Cluster, connection: Connection): Promise<number> {
  removeForeignPidFile(cluster.folder, connection);
  const giveUpAt = Date.now() + 15_000;
  for (;;) {
    const outcome = await spawnPostmaster(cluster, connection);
    if (outcome.ready) return outcome.pid;
    if (!OLD_SERVER_STILL_ENDING.test(outcome.error) || Date.now() > giveUpAt) {
      throw new StartError(`The database did not start: ${outcome.error} (see ${cluster.logFile})`);
    }
    await sleep(250);
  }
}

/** Shuts the server down, in the end by force. */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  if (process.platform === "win32") {
    spawnSync(cluster.binaries.pgCtl, ["stop", "-D", cluster.folder, "-m", "fast", "-t", "8"], { stdio: "ignore" });
  }
  const steps = [
    { signal: "SIGINT", timeout: 6_000 },
    { signal: "SIGQUIT", timeout: 1_500 },
    { signal: "SIGKILL", timeout: 500 },
  ] as const;
  for (const { signal, timeout } of steps) {
    if (!isRunning(pid)) return;
    process.kill(pid, signal);
    const until = Date.now() + timeout;
    while (isRunning(pid) && Date.now() < until) await sleep(10);
  }
}

/** False when the server ends or exceeds the timeout. */
export async function becomesReady(connection: Connection, pid: number, timeout = READY_MS): Promise<boolean> {
  const until = Date.now() + timeout;
  while (isRunning(pid) && Date.now() < until) {
    if (await acceptsConnections(connection)) return true;
    await sleep(15);
  }
  return false;
}

type Outcome = { ready: true; pid: number } | { ready: false; error: string };

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
  // in a session of its own: it outlives this process while others use it
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
  if (pid === undefined) return { ready: false, error: `${program} cannot be run` };
  if (await becomesReady(connection, pid)) return { ready: true, pid };
  await stopPostmaster(cluster, pid);
  return { ready: false, error: lastError(logFile, offset) };
}

/** The last error in the server's log after `offset` bytes, as one line. */
function lastError(logFile: string, offset: number): string {
  if (sizeOf(logFile) <= offset) return "it says nothing";
  const lines = readFileSync(logFile).subarray(offset).toString("utf8").trim().split("\n");
  const worst = lines.findLastIndex((line) => /FATAL|PANIC/.test(line) && !REFUSED_EARLY.test(line));
  // a missing library is reported by the system, without FATAL
  return (lines.at(worst) ?? "").replaceAll(/\d{4}-\d\d-\d\d [\d:.]+ UTC \[\d+\] /g, "").replaceAll(/\s+/g, " ");
}

/** One that every user may enter. */
export const workingFolder = process.platform === "win32" ? undefined : "/";

/** Without our own settings and secrets, and without `PG…` variables, which change the programs' behaviour. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const passed = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "LD_LIBRARY_PATH"];
  return Object.fromEntries(passed.filter((name) => process.env[name]).map((name) => [name, process.env[name]]));
}

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
    shared_buffers: `${sizes.sharedBuffersMb}MB`,
    work_mem: `${sizes.workMemMb}MB`,
    max_connections: sizes.maxConnections,
    max_wal_size: "1GB",
    // the data fits in memory, and queries are too short for JIT compilation
    random_page_cost: 1.1,
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    // details of errors quote rows: "Key (email_key)=(…) already exists"
    log_error_verbosity: "terse",
    ...(cluster.durable ? {} : forTests),
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

export async function acceptsConnections(connection: Connection): Promise<boolean> {
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

/** Of a running or crashed server. */
function readPidFile(folder: string): Postmaster | null {
  try {
    const [pid, , , port, socketFolder = ""] = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
    return Number(pid) > 0 ? { pid: Number(pid), port: Number(port), socketFolder } : null;
  } catch {
    return null;
  }
}

/** After a reboot the pid in the file may be another process. */
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

/** PostgreSQL refuses to start while any process has the pid of the file. */
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
