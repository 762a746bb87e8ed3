import { setTimeout as wait } from "node:timers/promises";

/** Background work: one piece at a time, and only while nothing more urgent is running. */
export interface Background {
  /** Work of a name that is waiting already, or too much work, is left out. */
  add(name: string, work: () => Promise<void>): void;
  /** Drops what waits; resolves when what runs is done. */
  close(): Promise<void>;
}

const maxWaiting = 1_000;
const breathMs = 50;

/** `busy` returns whether something more urgent is running. Work must not throw. */
export function createBackground(busy: () => boolean): Background {
  const waiting = new Map<string, () => Promise<void>>();
  const closing = new AbortController();
  let working: Promise<void> | null = null;

  const workOff = async () => {
    for (const [name, work] of waiting) {
      do await wait(breathMs, undefined, { ref: false, signal: closing.signal }).catch(() => {});
      while (busy() && !closing.signal.aborted);
      if (closing.signal.aborted) return;
      await work();
      waiting.delete(name);
    }
  };

  return {
    add(name, work) {
      if (closing.signal.aborted || waiting.has(name) || waiting.size >= maxWaiting) return;
      waiting.set(name, work);
      working ??= workOff().finally(() => {
        working = null;
      });
    },
    async close() {
      closing.abort();
      waiting.clear();
      await working;
    },
  };
}
