import type { DownloadError } from "./download.ts";

/** Remembers failures, so that retries back off. */
export interface Failures {
  isBackingOff(key: string): boolean;
  record(key: string, reason: DownloadError["reason"]): void;
  clear(key: string): void;
}

const firstDelayMs = { unreachable: 60_000, unusable: 600_000 };
const maxDelayMs = 86_400_000;
const maxEntries = 100_000;

/**
 * The delay starts at a minute for an unreachable host and at ten for an unusable response, and doubles up to a day.
 * `now` in milliseconds.
 */
export function createFailures(now: () => number): Failures {
  const failures = new Map<string, { delay: number; until: number }>();
  return {
    isBackingOff: (key) => now() < (failures.get(key)?.until ?? 0),
    record(key, reason) {
      const before = failures.get(key)?.delay ?? 0;
      const delay = Math.min(maxDelayMs, Math.max(firstDelayMs[reason], before * 2));
      failures.delete(key);
      failures.set(key, { delay, until: now() + delay });
      if (failures.size > maxEntries) failures.delete(failures.keys().next().value!);
    },
    clear: (key) => void failures.delete(key),
  };
}
