import { LRUCache } from "lru-cache";

/** A circuit breaker per host. */
export interface Hosts {
  mayTry(origin: string): boolean;
  responded(origin: string): void;
  failed(origin: string): void;
}

const maxFailures = 3;
const pauseMs = 60_000;

/**
 * After three failures in a row a host is paused for a minute; then one request at a time may try. `now` in
 * milliseconds; `onPause` is called when a pause begins.
 */
export function createHosts(now: () => number, onPause: (origin: string) => void): Hosts {
  const failing = new LRUCache<string, { failures: number; pausedUntil: number }>({ max: 1_000 });
  return {
    mayTry(origin) {
      const host = failing.get(origin);
      if (!host || host.failures < maxFailures) return true;
      if (now() < host.pausedUntil) return false;
      host.pausedUntil = now() + pauseMs;
      return true;
    },
    responded: (origin) => void failing.delete(origin),
    failed(origin) {
      const failures = (failing.get(origin)?.failures ?? 0) + 1;
      failing.set(origin, { failures, pausedUntil: now() + pauseMs });
      if (failures === maxFailures) onPause(origin);
    },
  };
}
