import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { basePathOf } from "../contract/src/core/base-path.ts";
import { freePort } from "../server/src/test/servers/free-port.ts";

export const repository = fileURLToPath(new URL("..", import.meta.url));

export interface SiteProcess {
  /** Without a trailing slash. */
  url: string;
  process: ChildProcess;
  /** Stops it unless it has stopped; returns the exit code. */
  stop(): Promise<number | null>;
}

/** Environment variables; others have their defaults. */
export type SiteEnv = { DATA_DIR: string } & Record<string, string>;

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** With TEST_BASE_PATH=/games, among a site's variables or for all sites, it is below this path. */
export function publicUrlAt(port: number | string, env: SiteEnv): string {
  return env.PUBLIC_URL || `http://localhost:${port}${env.TEST_BASE_PATH ?? process.env.TEST_BASE_PATH ?? ""}`;
}

/** Starts a process of the site, on a free port unless `env` has one; resolves when it is ready. */
export async function startSiteProcess(env: SiteEnv): Promise<SiteProcess> {
  const port = env.PORT ?? String(await freePort());
  const publicUrl = publicUrlAt(port, env);
  const child = spawnServer({ PORT: port, ...env, PUBLIC_URL: publicUrl });
  const output = collect(child);
  await Promise.race([
    output.contains(env.ROLE === "worker" ? " is ready; " : " is at http"),
    once(child, "exit").then(() => Promise.reject(new Error(`The site did not start: ${output.stderr()}`))),
  ]);
  return {
    url: `http://127.0.0.1:${port}${basePathOf(publicUrl)}`,
    process: child,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      return child.exitCode;
    },
  };
}

/** Runs the server until it exits. */
export async function runServer(env: Record<string, string>): Promise<Ended> {
  const child = spawnServer(env);
  const output = collect(child);
  const [code] = await once(child, "close");
  return { code, stdout: output.stdout(), stderr: output.stderr() };
}

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "lootwise-e2e-"));
}

function spawnServer(env: Record<string, string>): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, ["server/src/app/main.ts"], {
    cwd: repository,
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), NODE_ENV: "production", LOG_LEVEL: "warn", ...env },
    // The site stops when the IPC channel closes, even if the test run is killed.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

function collect(child: ChildProcess) {
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    async contains(text: string): Promise<void> {
      while (!stdout.includes(text)) await once(child.stdout as NodeJS.EventEmitter, "data");
    },
  };
}
