import { setTimeout as delay } from "node:timers/promises";
import type { AdminEvent } from "contract/events/api.ts";
import type { SourceProgress } from "contract/prices/source-schema.ts";
import type { Change } from "../../../platform/db/changes/changes.ts";

/** Between two readings for all followers, and between two events of one source for each of them. */
const defaultIntervalMs = 1_000;

export interface SourceEventsOptions {
  /** Reads the current state of these sources; `*` = all. */
  read(ids: readonly number[] | "*"): Promise<SourceProgress[]>;
  onError(error: unknown): void;
  intervalMs?: number;
}

/** The progress of sources, for their followers. Nothing is read without followers. */
export interface SourceEvents {
  /** Call this on a notification that these sources have changed. */
  onChange(change: Change): void;
  /** Yields all sources, then those that change. */
  follow(signal: AbortSignal): AsyncIterable<AdminEvent>;
}

type Follower = (progress: readonly SourceProgress[]) => void;

export function createSourceEvents({
  read,
  onError,
  intervalMs = defaultIntervalMs,
}: SourceEventsOptions): SourceEvents {
  const followers = new Set<Follower>();
  let dirty = new Set<number>();
  let isAllDirty = false;
  let isReading = false;

  /** Reads one batch at a time; changes meanwhile are part of the next one. */
  async function readDirty(): Promise<void> {
    isReading = true;
    while (followers.size > 0 && (isAllDirty || dirty.size > 0)) {
      const ids = isAllDirty ? "*" : [...dirty];
      dirty = new Set();
      isAllDirty = false;
      try {
        const progress = await read(ids);
        for (const follower of followers) follower(progress);
      } catch (error) {
        onError(error);
        isAllDirty = true;
      }
      await delay(intervalMs, undefined, { ref: false });
    }
    isReading = false;
  }

  function onChange(change: Change): void {
    if (followers.size === 0) return;
    if (change === "*") isAllDirty = true;
    else for (const id of change) dirty.add(id);
    if (!isReading) void readDirty();
  }

  return {
    onChange,
    async *follow(signal) {
      /** The latest state of each source that the follower has not seen. */
      const pending = new Map<string, SourceProgress>();
      let wake = () => {};
      const follower: Follower = (progress) => {
        for (const one of progress) pending.set(one.key, one);
        wake();
      };
      followers.add(follower);
      onChange("*");
      signal.addEventListener("abort", () => wake(), { once: true });
      try {
        while (!signal.aborted) {
          const events = [...pending.values()];
          pending.clear();
          for (const data of events) yield { event: "source", data };
          if (events.length > 0) await delay(intervalMs, undefined, { signal, ref: false }).catch(() => {});
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        followers.delete(follower);
      }
    },
  };
}
