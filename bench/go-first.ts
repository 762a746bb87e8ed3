import { constants, getPriority, setPriority } from "node:os";

/** That of the benchmark, which the processes have that it starts. */
const usual = getPriority();

/** Visitors have processors of their own: where the system allows it, the client waits for none until this is disposed of. */
export function goFirst(): Disposable {
  go(constants.priority.PRIORITY_HIGHEST);
  return { [Symbol.dispose]: () => go(usual) };
}

function go(priority: number): void {
  try {
    setPriority(priority);
  } catch {
    // it takes rights; how late the client is gets told
  }
}
