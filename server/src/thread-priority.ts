import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { basename } from "node:path";

/**
 * By so much the nice value grows: where processors are short, such a thread gets a third of the time that one gets which
 * visitors wait for. By 10 it were a tenth, and people who sign in wait too.
 */
const step = 5;

/** The name that Node gives to the threads which collect garbage and compile for V8. */
const ofV8 = "node-V8Worker";

/** The thread that calls this, a worker, leaves the processor to others from now on. */
export function yieldProcessor(): void {
  // 0 is the calling thread
  if (process.platform === "linux") lower(0);
}

/**
 * The thread that calls this, a worker, runs from now on only while no other wants its processor, and Linux takes that for a free one;
 * beside a thread that only gives way, others wait for each other on the next. On a busy machine it may never come to an end.
 */
export function waitForIdleness(): void {
  if (process.platform !== "linux") return;
  try {
    // of util-linux, which nearly every Linux has: Node itself knows no policies
    execFileSync("chrt", ["--idle", "--pid", "0", basename(readlinkSync("/proc/thread-self"))], { stdio: "ignore" });
  } catch {
    yieldProcessor();
  }
}

/** V8's threads leave the processor to those whom they work for: what they do not come to, those do themselves. */
export function yieldV8Threads(): void {
  if (process.platform !== "linux") return;
  for (const thread of readdirSync("/proc/self/task")) {
    if (nameOf(thread) === ofV8) lower(Number(thread));
  }
}

function nameOf(thread: string): string | undefined {
  try {
    return readFileSync(`/proc/self/task/${thread}/comm`, "utf8").trim();
  } catch {
    // it has just ended
  }
}

/** On Linux a thread has a priority of its own; elsewhere only whole processes have. */
function lower(thread: number): void {
  try {
    setPriority(thread, Math.min(getPriority(thread) + step, constants.priority.PRIORITY_LOW));
  } catch {
    // a sandbox forbids it: all goes on as before, only less evenly
  }
}
