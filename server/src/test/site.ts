import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brand } from "contract/brand.ts";
import pg from "pg";
import { findPostmaster } from "../platform/db/embedded/postmaster.ts";
import { freePort } from "./servers/free-port.ts";

const main = fileURLToPath(new URL("../app/main.ts", import.meta.url));

/** The whole site in a process, with its embedded database. */
export interface SiteProcess {
  /** Without a trailing slash. */
  url: string;
  process: ChildProcess;
  /** Time from start to ready. */
  readyMs: number;
  /** Standard output and error. */
  output(): string;
}

export interface SiteProcessOptions {
  dataDir: string;
  env?: Record<string, string>;
}

/** The administrator that the first start creates. */
export const superAdmin = { email: "root@example.com", password: "correct horse" };

/** Starts the site; resolves when `/api/ready` returns 200, rejects with its output if it exits before. */
export async function startSiteProcess({ dataDir, env = {} }: SiteProcessOptions): Promise<SiteProcess> {
  const begin = performance.now();
  const port = await freePort();
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      NODE_COMPILE_CACHE: fileURLToPath(new URL("../../../.cache/compiled", import.meta.url)),
      LOG_LEVEL: "warn",
      RATE_LIMIT_SCALE: "1000000",
      CACHE_SECONDS: "0",
      ADMIN_EMAIL: superAdmin.email,
      ADMIN_PASSWORD: superAdmin.password,
      PORT: String(port),
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (written += data));
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) {
    if (hasEnded(child)) throw new Error(`The site ended with ${child.exitCode ?? child.signalCode}: ${written}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { url, process: child, readyMs: performance.now() - begin, output: () => written };
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Stops the site gracefully; returns its exit code. */
export async function stopSiteProcess({ process: child }: SiteProcess): Promise<number | null> {
  if (!hasEnded(child)) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  return child.exitCode;
}

/** Kills the site, its database, or both. */
export async function killSiteProcess(site: SiteProcess, dataDir: string, what: "site" | "database" | "both") {
  const postmaster = findPostmaster(join(dataDir, "postgres"));
  if (what !== "site" && postmaster) process.kill(postmaster.pid, "SIGKILL");
  if (what !== "database" && !hasEnded(site.process)) {
    site.process.kill("SIGKILL");
    await once(site.process, "exit");
  }
}

/** A new connection to the embedded database. */
export async function connectTo(dataDir: string): Promise<pg.Client> {
  const host = join(dataDir, "postgres-run");
  const client = new pg.Client({ host, port: 5432, user: brand.slug, database: brand.slug, ssl: false });
  client.on("error", () => {});
  await client.connect();
  return client;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
