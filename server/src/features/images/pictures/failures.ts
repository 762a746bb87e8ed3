import type { DownloadError } from "./download.ts";

/** Remembers what failed, so that it is not tried again at once. */
export interface Failures {
  isResting(key: string): boolean;
  note(key: string, reason: DownloadError["reason"]): void;
  forget(key: string): void;
}

const firstRest = { away: 60_000, unusable: 600_000 };
const maxRestMs = 86_400_000;
const maxRemembered = 100_000;

/**
 * A minute's rest for an unreachable host, ten for a response that was no picture, doubling to a day. `now` in
 * milliseconds.
 */
export function createFailures(now: () => number): Failures {
  const failures = new Map<string, { rest: number; until: number }>();
  return {
    isResting: (key) => now() < (failures.get(key)?.until ?? 0),
    note(key, reason) {
      const before = failures.get(key)?.rest ?? 0;
      const rest = Math.min(maxRestMs, Math.max(firstRest[reason], before * 2));
      failures.delete(key);
      failures.set(key, { rest, until: now() + rest });
      if (failures.size > maxRemembered) failures.delete(failures.keys().next().value!);
    },
    forget: (key) => void failures.delete(key),
  };
}
