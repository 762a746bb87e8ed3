import { setTimeout as delay } from "node:timers/promises";

/** A small table in memory, reloaded whenever it changes. */
export interface ReadModel<T> {
  value(): T;
  /** Incremented each time the value is replaced. */
  version(): number;
  /** Resolves once a value read after this call is in place, or the model is closed. */
  reload(): Promise<void>;
  close(): void;
}

const retryAfterMs = 1_000;

/**
 * Rejects when the first load fails. Reloads run one at a time; those requested meanwhile become one. A failed reload
 * is reported and retried while the old value stays, since a change is announced only once.
 */
export async function createReadModel<T>(
  load: () => Promise<T>,
  onError: (error: unknown) => void,
): Promise<ReadModel<T>> {
  const closing = new AbortController();
  let value = await load();
  let version = 1;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function replace() {
    while (!closing.signal.aborted) {
      try {
        value = await load();
        version += 1;
        return;
      } catch (error) {
        if (!closing.signal.aborted) onError(error);
      }
      await delay(retryAfterMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  function reload(): Promise<void> {
    if (!running) {
      running = replace().finally(() => {
        running = null;
      });
      return running;
    }
    next ??= running.then(() => {
      next = null;
      return reload();
    });
    return next;
  }

  return { value: () => value, version: () => version, reload, close: () => closing.abort() };
}
