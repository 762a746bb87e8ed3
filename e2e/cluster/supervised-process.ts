import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../../server/src/platform/process/start-error.ts";
import { findProgram } from "./programs.ts";

/** Like `RestartSec` of the systemd unit. */
const restartPauseMs = 1_000;
const startTimeoutMs = 180_000;
const pollMs = 25;

export interface ProcessOptions {
  name: string;
  address: string;
  command: readonly [program: string, ...args: string[]];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** It stops when its IPC channel closes. */
  linked?: boolean;
  /** Requests a graceful stop. */
  stopSignal: "SIGTERM" | "SIGQUIT";
  isReady(): Promise<boolean>;
  /** Receives each line of output, and its exit. */
  log(line: string): void;
}

/** A process that is restarted when it dies. */
export interface SupervisedProcess {
  name: string;
  address: string;
  /** Null while it is down. */
  pid(): number | null;
  /** Resolves when it is ready, also after a restart. */
  ready(): Promise<void>;
  /** Stops it for good, by force after `timeout` milliseconds. */
  stop(timeout: number): Promise<void>;
}

/** Starts the process; resolves when it is ready. Rejects with StartError if it ends before. */
export async function startSupervised(options: ProcessOptions): Promise<SupervisedProcess> {
  const { name, address, stopSignal, isReady, log } = options;
  const stopping = new AbortController();
  let child = spawnProcess(options);

  async function keepRunning() {
    while (!stopping.signal.aborted) {
      if (!hasEnded(child)) await once(child, "exit");
      if (stopping.signal.aborted) return;
      log(`ended with ${child.signalCode ?? child.exitCode}; restarting`);
      await sleep(restartPauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (!stopping.signal.aborted) child = spawnProcess(options);
    }
  }

  const supervised: SupervisedProcess = {
    name,
    address,
    pid: () => (hasEnded(child) ? null : (child.pid ?? null)),
    async ready() {
      const deadline = Date.now() + startTimeoutMs;
      while (hasEnded(child) || !(await isReady())) {
        if (Date.now() > deadline) throw new StartError(`${name} does not become ready`);
        await sleep(pollMs);
      }
    },
    async stop(timeout) {
      stopping.abort();
      if (hasEnded(child)) return;
      const ended = once(child, "exit");
      child.kill(stopSignal);
      const force = setTimeout(() => child.kill("SIGKILL"), timeout);
      await ended;
      clearTimeout(force);
    },
  };

  const firstEnd = once(child, "exit").then(([code, signal]) => {
    throw new StartError(`${name} ended with ${signal ?? code} before it was ready`);
  });
  const first = child;
  try {
    await Promise.race([supervised.ready(), firstEnd]);
  } catch (error) {
    stopping.abort();
    first.kill("SIGKILL");
    throw error;
  }
  firstEnd.catch(() => {});
  void keepRunning();
  return supervised;
}

function spawnProcess({ command, env, cwd, linked, log }: ProcessOptions): ChildProcess {
  const [program, ...args] = linked ? command : endWithParent(command);
  const child = spawn(program, args, {
    env: env ?? process.env,
    cwd,
    // Ctrl-C must not reach them: they are stopped in order.
    detached: true,
    stdio: ["ignore", "pipe", "pipe", ...(linked ? (["ipc"] as const) : [])],
  });
  child.on("error", (error) => log(error.message));
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on("line", log);
  return child;
}

/** On Linux the kernel can end a program when its parent dies. */
function endWithParent(command: ProcessOptions["command"]): ProcessOptions["command"] {
  const setpriv = process.platform === "linux" && findProgram("setpriv");
  return setpriv ? [setpriv, "--pdeathsig", "TERM", "--", ...command] : command;
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** Whether a request gets a 2xx response. */
export function isOk(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
