import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

/** Released when its process ends, even if killed. */
export interface ProcessLock {
  release(): void;
}

/** Garbage collection of an open database would release its lock. */
const held = new Set<DatabaseSync>();

/**
 * The lock of the file `path`, or null when it is held, in this process or another. Node has no file locks; SQLite's
 * are the system's, on every platform. The file stays empty.
 */
export function tryProcessLock(path: string): ProcessLock | null {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    // without a journal on disk, which a killed process would leave behind
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
