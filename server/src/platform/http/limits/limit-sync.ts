import type { Delta, Limit, LimitStore } from "./limit-store.ts";
import { createWindows, type Window, type WindowOptions, type WindowState } from "./windows.ts";

/** Keys below this part of a limit are not reported: a quiet site writes nothing. */
const minReported = 1 / 20;

/**
 * Counts calls in memory, and syncs regularly with the other processes. A caller who distributes calls over all
 * processes gets the limit plus the calls between two syncs; one who prefers a process gets a twentieth more from each
 * of the others.
 */
export interface LimitSync {
  /** A limit without a query per call. The returned function counts an attempt. */
  open(limit: Limit): (key: string) => WindowState;
  /**
   * Reports new attempts, and receives those of others. Rejects while the store is unreachable, without losing any.
   */
  sync(): Promise<void>;
}

interface Counter {
  limit: Limit;
  windows: ReturnType<typeof createWindows>;
  /** Keys with attempts to report. */
  dirty: Set<string>;
}

interface Report {
  counter: Counter;
  window: Window;
  delta: Delta;
}

export function createSync(store: LimitStore, options: WindowOptions = {}): LimitSync {
  const counters: Counter[] = [];

  function takeReports(counter: Counter): Report[] {
    const { limit, windows, dirty } = counter;
    const keys = [...dirty];
    dirty.clear();
    return keys.flatMap((key) => {
      const window = windows.find(key);
      if (!window) return [];
      const { attempts, endsIn } = windows.stateOf(window);
      return { counter, window, delta: { limit, key, attempts: attempts - window.reported, endsIn } };
    });
  }

  function apply({ counter: { limit, windows }, window, delta }: Report, { attempts, endsIn }: WindowState): void {
    const countedMeanwhile = window.attempts - window.reported - delta.attempts;
    window.reported = attempts;
    window.attempts = attempts + countedMeanwhile;
    window.endsAt = windows.now() + Math.min(endsIn, limit.windowMs);
  }

  return {
    open(limit) {
      const windows = createWindows(options);
      const dirty = new Set<string>();
      counters.push({ limit, windows, dirty });
      return (key) => {
        const window = windows.find(key) ?? windows.open(key, { attempts: 0, endsIn: limit.windowMs });
        window.attempts += 1;
        if (window.attempts > limit.max * minReported) dirty.add(key);
        return windows.stateOf(window);
      };
    },
    async sync() {
      const reports = counters.flatMap(takeReports);
      if (reports.length === 0) return;
      try {
        const states = await store.add(reports.map(({ delta }) => delta));
        for (const [index, state] of states.entries()) apply(reports[index]!, state);
      } catch (error) {
        for (const { counter, delta } of reports) counter.dirty.add(delta.key);
        throw error;
      }
    },
  };
}
