import type { ChangeListener, Followers } from "../db/changes.ts";

/** How far behind the database a process may be and still vouch for its answers. A purge comes later than this. */
export const vouchedMs = 1_200;

export interface Freshness {
  /** The same followers, watched for how long they take. */
  watch(followers: Followers): Followers;
  /** Whether this process shows every change that was committed more than `vouchedMs` ago. */
  isFresh(): boolean;
}

/** Knows whether what the process answers may be older than a purge that has been: then it must not be kept for long. */
export function watchFreshness({ staleSince, heardAt }: Pick<ChangeListener, "staleSince" | "heardAt">): Freshness {
  /** When the changes came that are still being taken up, the oldest first. */
  const underWay = new Set<{ since: number }>();

  function watched(follow: Followers[string]): Followers[string] {
    return async (change) => {
      const begun = { since: Date.now() };
      underWay.add(begun);
      try {
        await follow(change);
      } finally {
        underWay.delete(begun);
      }
    };
  }

  return {
    watch: (followers) =>
      Object.fromEntries(Object.entries(followers).map(([topic, follow]) => [topic, watched(follow)])),
    isFresh() {
      const [oldest] = underWay;
      const knownUntil = Math.min(heardAt(), oldest?.since ?? Number.POSITIVE_INFINITY);
      return staleSince() === null && Date.now() - knownUntil <= vouchedMs;
    },
  };
}
