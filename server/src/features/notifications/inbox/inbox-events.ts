import { setTimeout as delay } from "node:timers/promises";
import type { InboxCount } from "contract/notifications/inbox-schema.ts";
import type { Change } from "../../../platform/db/changes/changes.ts";

/** Between two readings for all followers. */
const defaultIntervalMs = 1_000;

export interface InboxEventsOptions {
  /** How many events are unread, by user; users without any are left out. */
  count(userIds: readonly number[]): Promise<Map<number, number>>;
  onError(error: unknown): void;
  intervalMs?: number;
}

/** How many events are unread, for users who follow their inbox. Nothing is read for others. */
export interface InboxEvents {
  /** On a notification that the inboxes of these users have changed. */
  onChange(change: Change): void;
  /** The number as it is now, then whenever it changes. */
  follow(userId: number, signal: AbortSignal): AsyncIterable<InboxCount>;
}

type Follower = (unread: number) => void;

export function createInboxEvents({ count, onError, intervalMs = defaultIntervalMs }: InboxEventsOptions): InboxEvents {
  const followers = new Map<number, Set<Follower>>();
  let dirty = new Set<number>();
  let isReading = false;

  /** One reading at a time; whose inbox changes meanwhile waits for the next one. */
  async function readDirty(): Promise<void> {
    isReading = true;
    while (dirty.size > 0) {
      const userIds = [...dirty];
      dirty = new Set();
      try {
        const unread = await count(userIds);
        for (const userId of userIds) {
          for (const follower of followers.get(userId) ?? []) follower(unread.get(userId) ?? 0);
        }
      } catch (error) {
        onError(error);
        for (const userId of userIds) if (followers.has(userId)) dirty.add(userId);
      }
      await delay(intervalMs, undefined, { ref: false });
    }
    isReading = false;
  }

  function onChange(change: Change): void {
    for (const userId of change === "*" ? followers.keys() : change) if (followers.has(userId)) dirty.add(userId);
    if (dirty.size > 0 && !isReading) void readDirty();
  }

  return {
    onChange,
    async *follow(userId, signal) {
      let latest: number | undefined;
      let lastSent: number | undefined;
      let wake = () => {};
      const follower: Follower = (unread) => {
        latest = unread;
        wake();
      };
      const others = followers.get(userId) ?? new Set();
      followers.set(userId, others.add(follower));
      onChange([userId]);
      signal.addEventListener("abort", () => wake(), { once: true });
      try {
        while (!signal.aborted) {
          if (latest === lastSent) await new Promise<void>((resolve) => (wake = resolve));
          if (signal.aborted || latest === lastSent) continue;
          lastSent = latest;
          yield { event: "inbox", data: { unread: lastSent! } };
        }
      } finally {
        others.delete(follower);
        if (others.size === 0) followers.delete(userId);
      }
    },
  };
}
