import { ApiError } from "../../api/api-error.ts";

interface Versioned {
  id: number;
  version: number;
}

/**
 * Serializes status changes per message, each based on the version that the previous one produced, so that an
 * administrator never conflicts with their own changes.
 */
export function createStatusQueue() {
  /** The latest change of each message. */
  const latest = new Map<number, Promise<Versioned>>();

  return {
    /**
     * Calls `send` with the latest known version. Rejects as `send` does; a pending earlier change that turns out stale
     * also rejects this one.
     */
    move<Message extends Versioned>(shown: Message, send: (base: Versioned) => Promise<Message>): Promise<Message> {
      const previous = latest.get(shown.id) ?? Promise.resolve(shown);
      const base = previous.then((result) => (result.version > shown.version ? result : shown));
      const sent = base.then(send);
      const next = sent.catch((error) => (isStale(error) ? Promise.reject(error) : base));
      latest.set(shown.id, next);
      next.catch(() => {
        // the conflict has been shown: the next change is based on the version shown
        if (latest.get(shown.id) === next) latest.delete(shown.id);
      });
      return sent;
    },
  };
}

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === "stale";
}
