import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

/** Kept while it is held. Dies with the process that holds it, however that ends, so it never has to be repaired. */
export interface ProcessLock {
  release(): void;
}

/** An open database that is collected as garbage would let go of its lock. */
const held = new Set<DatabaseSync>();

/**
 * The lock behind the file `path`, or null when somebody holds it, in this process or in another.
 * Node has no file locks of its own; SQLite's are the system's, on every platform. The file stays empty.
 */
export function tryProcessLock(path: string): ProcessLock | null {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    // Without a journal on disk, which would stay behind when this process is killed.
    file.exec("PRAGMA journal_mode = memory; BEGIN EXCLUSIVE");
  } catch (error) {
    file.close();
    if (isBusy(error)) return null;
    throw error;
  }
  held.add(file);
  return {
    release() {
      if (held.delete(file)) file.close();
    },
  };
}

/** Waits for the lock as long as it takes. */
export async function processLock(path: string): Promise<ProcessLock> {
  for (;;) {
    const lock = tryProcessLock(path);
    if (lock) return lock;
    await sleep(20);
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
