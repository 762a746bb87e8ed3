import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../../server/src/start-error.ts";
import { findProgram } from "./programs.ts";

/** As in the systemd unit (`RestartSec`). */
const restartPauseMs = 1_000;
const startPatienceMs = 180_000;
const pollMs = 25;

/** How to run one of the cluster's processes. */
export interface MemberOptions {
  name: string;
  /** Where it answers, for people. */
  address: string;
  command: readonly [program: string, ...args: string[]];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** It notices by an IPC channel when we are gone, and ends. */
  linked?: boolean;
  /** What asks it to finish what it does and end. */
  stopSignal: "SIGTERM" | "SIGQUIT";
  isReady(): Promise<boolean>;
  /** Told of each line that it writes, and of its end. */
  say(line: string): void;
}

/** One process that is there for as long as the cluster is: when it dies, another takes its place. */
export interface Member {
  name: string;
  address: string;
  /** Null while there is none. */
  pid(): number | null;
  /** Resolves when it answers (again). */
  ready(): Promise<void>;
  /** Asks it to end, and forces it to after `patience` milliseconds. No other takes its place. */
  stop(patience: number): Promise<void>;
}

/** Starts the process. Rejects with StartError when it ends before it is ready for the first time. */
export async function startMember(options: MemberOptions): Promise<Member> {
  const { name, address, stopSignal, isReady, say } = options;
  const stopping = new AbortController();
  let child = spawnMember(options);

  async function keepRunning() {
    while (!stopping.signal.aborted) {
      if (!hasEnded(child)) await once(child, "exit");
      if (stopping.signal.aborted) return;
      say(`ended with ${child.signalCode ?? child.exitCode}; another takes its place`);
      await sleep(restartPauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (!stopping.signal.aborted) child = spawnMember(options);
    }
  }

  const member: Member = {
    name,
    address,
    pid: () => (hasEnded(child) ? null : (child.pid ?? null)),
    async ready() {
      const giveUpAt = Date.now() + startPatienceMs;
      while (hasEnded(child) || !(await isReady())) {
        if (Date.now() > giveUpAt) throw new StartError(`${name} does not become ready`);
        await sleep(pollMs);
      }
    },
    async stop(patience) {
      stopping.abort();
      if (hasEnded(child)) return;
      const ended = once(child, "exit");
      child.kill(stopSignal);
      const force = setTimeout(() => child.kill("SIGKILL"), patience);
      await ended;
      clearTimeout(force);
    },
  };

  const firstEnd = once(child, "exit").then(([code, signal]) => {
    throw new StartError(`${name} ended with ${signal ?? code} before it was ready`);
  });
  const first = child;
  try {
    await Promise.race([member.ready(), firstEnd]);
  } catch (error) {
    stopping.abort();
    first.kill("SIGKILL");
    throw error;
  }
  firstEnd.catch(() => {});
  void keepRunning();
  return member;
}

function spawnMember({ command, env, cwd, linked, say }: MemberOptions): ChildProcess {
  const [program, ...args] = linked ? command : endsWithUs(command);
  const child = spawn(program, args, {
    env: env ?? process.env,
    cwd,
    // Ctrl-C of the terminal is for us alone: we stop them in an order in which nobody misses another
    detached: true,
    stdio: ["ignore", "pipe", "pipe", ...(linked ? (["ipc"] as const) : [])],
  });
  child.on("error", (error) => say(error.message));
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on("line", say);
  return child;
}

/** On Linux the kernel can end a program with the one that started it, also when that one is killed. */
function endsWithUs(command: MemberOptions["command"]): MemberOptions["command"] {
  const setpriv = process.platform === "linux" && findProgram("setpriv");
  return setpriv ? [setpriv, "--pdeathsig", "TERM", "--", ...command] : command;
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** Whether an address answers anything but an error. */
export function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
