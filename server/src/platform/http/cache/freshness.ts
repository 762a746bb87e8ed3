import type { ChangeListener, Subscribers } from "../../db/changes/changes.ts";

/**
 * How far behind the database, in ms, a process may be and still vouch for its responses. Purges come later than
 * this.
 */
export const maxStaleness = 1_200;

export interface Freshness {
  /** The same subscribers, timed. */
  watch(subscribers: Subscribers): Subscribers;
  /** Whether this process shows every change that was committed more than `maxStaleness` ago. */
  isFresh(): boolean;
}

/** Whether a response may be older than a purge that has happened: then it must not be cached for long. */
export function watchFreshness({
  staleSince,
  lastContactAt,
}: Pick<ChangeListener, "staleSince" | "lastContactAt">): Freshness {
  /** When each change came that is still being applied, oldest first. */
  const applying = new Set<{ since: number }>();

  function watched(notify: Subscribers[string]): Subscribers[string] {
    return async (change) => {
      const begun = { since: Date.now() };
      applying.add(begun);
      try {
        await notify(change);
      } finally {
        applying.delete(begun);
      }
    };
  }

  return {
    watch: (subscribers) =>
      Object.fromEntries(Object.entries(subscribers).map(([topic, notify]) => [topic, watched(notify)])),
    isFresh() {
      const [oldest] = applying;
      const knownUntil = Math.min(lastContactAt(), oldest?.since ?? Number.POSITIVE_INFINITY);
      return staleSince() === null && Date.now() - knownUntil <= maxStaleness;
    },
  };
}
