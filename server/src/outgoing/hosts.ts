/** Knows which hosts do not answer, so that nobody waits for them again and again. */
export interface Hosts {
  mayTry(origin: string): boolean;
  answered(origin: string): void;
  failed(origin: string): void;
}

const failuresInRow = 3;
const pauseMs = 60_000;
const mostRemembered = 1_000;

/**
 * After three failures in a row a host is left alone for a minute; then one request may try, and the rest wait
 * for what becomes of it. `now` in milliseconds; `onPause` hears of a host that begins to be left alone.
 */
export function createHosts(now: () => number, onPause: (origin: string) => void): Hosts {
  const failing = new Map<string, { failures: number; pausedUntil: number }>();
  return {
    mayTry(origin) {
      const host = failing.get(origin);
      if (!host || host.failures < failuresInRow) return true;
      if (now() < host.pausedUntil) return false;
      host.pausedUntil = now() + pauseMs;
      return true;
    },
    answered: (origin) => void failing.delete(origin),
    failed(origin) {
      const failures = (failing.get(origin)?.failures ?? 0) + 1;
      failing.delete(origin);
      failing.set(origin, { failures, pausedUntil: now() + pauseMs });
      if (failures === failuresInRow) onPause(origin);
      if (failing.size > mostRemembered) failing.delete(failing.keys().next().value!);
    },
  };
}
