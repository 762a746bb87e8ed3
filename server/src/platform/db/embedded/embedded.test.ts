import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { brand } from "contract/brand.ts";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { StartError } from "../../process/start-error.ts";
import { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from "./embedded.ts";
import { type Connection, findPostmaster, isRunning } from "./postmaster.ts";

let logged: string[] = [];
const log = {
  info: (message: string) => logged.push(message),
  warn: (message: string) => logged.push(message),
  error: (message: string) => logged.push(message),
};

afterEach(() => {
  logged = [];
});

async function emptyFolder(name = ""): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), `${brand.slug}-embedded-`));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, name);
  await mkdir(folder, { recursive: true });
  return folder;
}

/** A data folder with a database that has been stopped: making one takes a second, copying it does not. */
let template: string;
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), `${brand.slug}-embedded-`));
  await (await startEmbedded({ dataDir: template, log, durable: false })).stop();
  logged = [];
});
afterAll(() => rm(template, { recursive: true, force: true }));

async function createFolder(name = ""): Promise<string> {
  const folder = await emptyFolder(name);
  await cp(join(template, "postgres"), join(folder, "postgres"), { recursive: true });
  return folder;
}

async function start(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, log, durable: false, ...options });
  onTestFinished(() => server.stop());
  return server;
}

/** Another process that uses the database; ends with its input, or by being killed. */
async function startElsewhere(dataDir: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL("../../../test/processes/embedded-user.ts", import.meta.url));
  const child = spawn(process.execPath, [script, dataDir], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

async function leave(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  await once(child, "exit");
}

function pidOf(dataDir: string): number {
  const running = findPostmaster(join(dataDir, "postgres"));
  if (!running) throw new Error("No server runs");
  return running.pid;
}

async function queryOnce(connection: Connection, question = "select 1 as response"): Promise<unknown> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(question)).rows[0]?.response;
  } finally {
    await client.end();
  }
}

test("a started server serves its own database, of which only the data is left after the stop", async () => {
  const dataDir = await emptyFolder();
  const server = await start(dataDir);
  expect(await queryOnce(server.connection, "select current_database() as response")).toBe(brand.slug);
  expect(await queryOnce(server.connection, "show listen_addresses")).toBeUndefined();
  await queryOnce(server.connection, "create table note as select 'kept' as response");
  const pid = pidOf(dataDir);
  await server.stop();
  expect(isRunning(pid)).toBe(false);
  const second = await start(dataDir);
  expect(await queryOnce(second.connection, "select response from note")).toBe("kept");
});

test("the server's log holds no values of rows, in a data folder of an earlier version too", async () => {
  const dataDir = await createFolder();
  const { connection } = await start(dataDir);
  await queryOnce(connection, "create table person (email text unique)");
  await queryOnce(connection, "insert into person values ('ann@example.com')");
  await expect(queryOnce(connection, "insert into person select email from person")).rejects.toThrow("duplicate key");
  const log = await readFile(join(dataDir, "postgres.log"), "utf8");
  expect(log).toContain("duplicate key value");
  expect(log).not.toContain("ann@example.com");
});

test("the data folder may have a space, a comma, and a path that is too long for the socket in it", async () => {
  const folder = await createFolder(`with space, and comma ${"long".repeat(25)}`);
  const server = await start(folder);
  expect(await queryOnce(server.connection)).toBe(1);
  expect(server.connection.host.startsWith(folder)).toBe(false);
  expect(existsSync(server.connection.host)).toBe(true);
  await server.stop();
  expect(existsSync(server.connection.host)).toBe(false);
});

test("the data folder may have a space and a comma with the socket in it", async () => {
  const folder = await createFolder("with space, and comma");
  const server = await start(folder);
  expect(await queryOnce(server.connection)).toBe(1);
  expect(server.connection.host.startsWith(folder)).toBe(true);
});

test("who comes later joins, and the last one out stops the server", async () => {
  const dataDir = await createFolder();
  const first = await startElsewhere(dataDir);
  const pid = pidOf(dataDir);
  const second = await start(dataDir);
  expect(pidOf(dataDir)).toBe(pid);
  await leave(first);
  expect(await queryOnce(second.connection)).toBe(1);
  await second.stop();
  expect(isRunning(pid)).toBe(false);
});

test("processes that begin together on an empty folder share one server", async () => {
  const dataDir = await emptyFolder();
  const [here, there, alsoThere] = await Promise.all([
    start(dataDir),
    startElsewhere(dataDir),
    startElsewhere(dataDir),
  ]);
  const pid = pidOf(dataDir);
  await Promise.all([leave(there), leave(alsoThere)]);
  expect(await queryOnce(here.connection)).toBe(1);
  expect(pidOf(dataDir)).toBe(pid);
});

test("the server of a killed process is adopted", async () => {
  const dataDir = await createFolder();
  const killed = await startElsewhere(dataDir);
  const pid = pidOf(dataDir);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  expect(isRunning(pid)).toBe(true);
  const server = await start(dataDir);
  expect(pidOf(dataDir)).toBe(pid);
  expect(await queryOnce(server.connection)).toBe(1);
  await server.stop();
  expect(isRunning(pid)).toBe(false);
});

test("a server left behind that does not respond is ended, and another started (soak)", {
  timeout: 60_000,
}, async () => {
  const dataDir = await createFolder();
  const killed = await startElsewhere(dataDir);
  const pid = pidOf(dataDir);
  killed.kill("SIGKILL");
  process.kill(pid, "SIGSTOP");
  const server = await start(dataDir);
  expect(pidOf(dataDir)).not.toBe(pid);
  expect(await queryOnce(server.connection)).toBe(1);
});

test("a crash is logged and the server restarted; a second one within a minute is the end", async () => {
  const dataDir = await createFolder();
  const reasons: Error[] = [];
  const server = await start(dataDir, { giveUp: (reason) => reasons.push(reason) });
  const pid = pidOf(dataDir);
  process.kill(pid, "SIGKILL");
  await expect.poll(() => logged.join("\n")).toContain("running again");
  expect(logged[0]).toMatch(/^The database stopped unexpectedly/);
  expect(pidOf(dataDir)).not.toBe(pid);
  expect(await queryOnce(server.connection)).toBe(1);
  process.kill(pidOf(dataDir), "SIGKILL");
  await expect.poll(() => reasons.map(String)).toEqual(["StartError: The database crashed twice within a minute"]);
});

test("a crash that two processes see is repaired once", async () => {
  const dataDir = await createFolder();
  const other = await startElsewhere(dataDir);
  const server = await start(dataDir);
  process.kill(pidOf(dataDir), "SIGKILL");
  await expect.poll(() => logged.join("\n")).toContain("running again");
  const pid = pidOf(dataDir);
  await server.stop();
  // another server would have another pid
  expect(pidOf(dataDir)).toBe(pid);
  expect(isRunning(pid)).toBe(true);
  await leave(other);
  expect(isRunning(pid)).toBe(false);
});

test("an interrupted creation starts over", async () => {
  const dataDir = await emptyFolder();
  await mkdir(join(dataDir, "postgres.new-1/base"), { recursive: true });
  await writeFile(join(dataDir, "postgres.new-1/PG_VERSION"), "18\n");
  const server = await start(dataDir);
  expect(await queryOnce(server.connection)).toBe(1);
});

test("a pid on file that is some other process by now does not keep the server from starting", async () => {
  const dataDir = await createFolder();
  const file = [process.pid, join(dataDir, "postgres"), 1, 5432, join(dataDir, "postgres-run"), "", "", "ready"];
  await writeFile(join(dataDir, "postgres/postmaster.pid"), `${file.join("\n")}\n`);
  const server = await start(dataDir);
  expect(pidOf(dataDir)).not.toBe(process.pid);
  expect(await queryOnce(server.connection)).toBe(1);
});

test("a start that fails says why in one line, and leaves no process", async () => {
  const dataDir = await createFolder();
  await rm(join(dataDir, "postgres/global/pg_control"));
  const failed = start(dataDir);
  await expect(failed).rejects.toThrow(StartError);
  await expect(failed).rejects.toThrow(/^The database did not start: [^\n]*pg_control[^\n]*$/);
  expect(findPostmaster(join(dataDir, "postgres"))).toBeNull();
});

test("a database of another major version ends the site's start with the one line that helps", {
  timeout: 120_000,
}, async () => {
  const dataDir = await emptyFolder();
  await mkdir(join(dataDir, "postgres"));
  await writeFile(join(dataDir, "postgres/PG_VERSION"), "14\n");
  const main = fileURLToPath(new URL("../../../app/main.ts", import.meta.url));
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", PORT: "0" };
  const site = spawn(process.execPath, [main], { env, stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => void site.kill("SIGKILL"));
  const [words, [code]] = await Promise.all([text(site.stderr), once(site, "close")]);
  expect(words).toMatch(/^The database in .* was made by PostgreSQL 14, and this .* brings 18\..*make a backup.*\n$/);
  expect(code).toBe(1);
});
