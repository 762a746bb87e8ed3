import { setTimeout as wait } from "node:timers/promises";

/** A queue of low-priority work that runs one item at a time, and only while nothing more urgent runs. */
export interface Background {
  /** Ignores work whose name is queued already, and all work while the queue is full. */
  add(name: string, work: () => Promise<void>): void;
  /** Drops queued work; resolves when running work is done. */
  close(): Promise<void>;
}

const maxQueued = 1_000;
const pauseMs = 50;

/** `busy` reports whether more urgent work is running. Work must not throw. */
export function createBackground(busy: () => boolean): Background {
  const queue = new Map<string, () => Promise<void>>();
  const closing = new AbortController();
  let working: Promise<void> | null = null;

  const drain = async () => {
    for (const [name, work] of queue) {
      do await wait(pauseMs, undefined, { ref: false, signal: closing.signal }).catch(() => {});
      while (busy() && !closing.signal.aborted);
      if (closing.signal.aborted) return;
      await work();
      queue.delete(name);
    }
  };

  return {
    add(name, work) {
      if (closing.signal.aborted || queue.has(name) || queue.size >= maxQueued) return;
      queue.set(name, work);
      working ??= drain().finally(() => {
        working = null;
      });
    },
    async close() {
      closing.abort();
      queue.clear();
      await working;
    },
  };
}
