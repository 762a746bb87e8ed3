import { setTimeout as delay } from "node:timers/promises";
import type { InboxCount } from "contract/notifications/inbox-schema.ts";
import type { Change } from "../../../platform/db/changes/changes.ts";

/** Between two counts for all subscribers. */
const defaultIntervalMs = 1_000;

export interface InboxEventsOptions {
  /** How many events are unread, by user; users without any are left out. */
  count(userIds: readonly number[]): Promise<Map<number, number>>;
  onError(error: unknown): void;
  intervalMs?: number;
}

/** The number of unread events, counted only for users who subscribe to their inbox. */
export interface InboxEvents {
  /** On a notification that the inboxes of these users have changed. */
  onChange(change: Change): void;
  /** Yields the current number, then every change of it. */
  subscribe(userId: number, signal: AbortSignal): AsyncIterable<InboxCount>;
}

type Subscriber = (unread: number) => void;

export function createInboxEvents({ count, onError, intervalMs = defaultIntervalMs }: InboxEventsOptions): InboxEvents {
  const subscribers = new Map<number, Set<Subscriber>>();
  let dirty = new Set<number>();
  let isCounting = false;

  /** Runs one count at a time; changes meanwhile wait for the next one. */
  async function countDirty(): Promise<void> {
    isCounting = true;
    while (dirty.size > 0) {
      const userIds = [...dirty];
      dirty = new Set();
      try {
        const unread = await count(userIds);
        for (const userId of userIds) {
          for (const subscriber of subscribers.get(userId) ?? []) subscriber(unread.get(userId) ?? 0);
        }
      } catch (error) {
        onError(error);
        for (const userId of userIds) if (subscribers.has(userId)) dirty.add(userId);
      }
      await delay(intervalMs, undefined, { ref: false });
    }
    isCounting = false;
  }

  function onChange(change: Change): void {
    for (const userId of change === "*" ? subscribers.keys() : change) if (subscribers.has(userId)) dirty.add(userId);
    if (dirty.size > 0 && !isCounting) void countDirty();
  }

  return {
    onChange,
    async *subscribe(userId, signal) {
      let latest: number | undefined;
      let sent: number | undefined;
      let wake = () => {};
      const subscriber: Subscriber = (unread) => {
        latest = unread;
        wake();
      };
      const others = subscribers.get(userId) ?? new Set();
      subscribers.set(userId, others.add(subscriber));
      onChange([userId]);
      signal.addEventListener("abort", () => wake(), { once: true });
      try {
        while (!signal.aborted) {
          if (latest === sent) await new Promise<void>((resolve) => (wake = resolve));
          if (signal.aborted || latest === sent) continue;
          sent = latest;
          yield { event: "inbox", data: { unread: sent! } };
        }
      } finally {
        others.delete(subscriber);
        if (others.size === 0) subscribers.delete(userId);
      }
    },
  };
}
