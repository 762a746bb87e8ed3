import { spawnSync } from "node:child_process";
import { constants, getPriority, setPriority } from "node:os";

/** That of the benchmark, which the processes have that it starts. */
const usual = getPriority();

/**
 * Visitors have processors of their own: where the system allows it, the client waits for none until this is disposed of.
 * The highest nice value is not enough for that, as Linux lets whatever runs go on to the end of its 4 ms.
 */
export function goFirst(): Disposable {
  if (!schedule("--rr", "1")) prioritise(constants.priority.PRIORITY_HIGHEST);
  return {
    [Symbol.dispose]() {
      schedule("--other", "0");
      prioritise(usual);
    },
  };
}

/** Whether the event loop runs by that policy of Linux now. It takes rights, and `chrt`. */
function schedule(policy: string, priority: string): boolean {
  return spawnSync("chrt", [policy, "--pid", priority, String(process.pid)]).status === 0;
}

function prioritise(priority: number): void {
  try {
    setPriority(priority);
  } catch {
    // it takes rights; how late the client is gets told
  }
}
