import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { brand } from "contract/brand.ts";
import { afterAll } from "vitest";

export interface TestRedis {
  url: string;
  /** As a power cut would. */
  kill(): Promise<void>;
  /** At the same address, with nothing in it. */
  start(): Promise<void>;
  /** Neither refuses nor answers anything until it is told to go on. */
  freeze(): void;
  goOn(): void;
}

/** Whether the machine has a Redis to start; prints what is left out where it has none. */
export function hasRedis(leftOut: string): boolean {
  try {
    execFileSync("redis-server", ["--version"]);
    return true;
  } catch {
    console.warn(`Skipped ${leftOut}: there is no redis-server on this machine`);
    return false;
  }
}

/** A Redis of the test file's own, stopped after its last test. */
export async function startTestRedis(): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), `${brand.slug}-redis-`));
  const port = await findFreePort();
  let server: ChildProcess | undefined;

  async function start() {
    const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder];
    const started = spawn("redis-server", settings, { stdio: ["ignore", "pipe", "inherit"] });
    server = started;
    for await (const line of createInterface(started.stdout)) {
      if (line.includes("Ready to accept connections")) break;
    }
    // a full pipe would stop it
    started.stdout.resume();
  }

  async function kill() {
    if (server?.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGKILL");
    await once(server, "exit");
  }

  await start();
  afterAll(async () => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    freeze: () => server?.kill("SIGSTOP"),
    goOn: () => server?.kill("SIGCONT"),
  };
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
