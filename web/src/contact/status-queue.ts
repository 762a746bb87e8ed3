import { ApiError } from "../api-error.ts";

interface Versioned {
  id: number;
  version: number;
}

/**
 * Sends the changes of a message one after the other, each based on the version that the previous one left: an administrator
 * never conflicts with themselves, also when they close a message and open it again.
 */
export function createStatusQueue() {
  /** The latest change of each message. */
  const latest = new Map<number, Promise<Versioned>>();

  return {
    /**
     * Calls `send` with the message as the previous changes left it. Rejects as `send` does; and when a previous change, still
     * under way, turns out to conflict with somebody else's, this one conflicts with it, too.
     */
    move<Message extends Versioned>(shown: Message, send: (base: Versioned) => Promise<Message>): Promise<Message> {
      const previous = latest.get(shown.id) ?? Promise.resolve(shown);
      const base = previous.then((left) => (left.version > shown.version ? left : shown));
      const sent = base.then(send);
      const left = sent.catch((error) => (isStale(error) ? Promise.reject(error) : base));
      latest.set(shown.id, left);
      left.catch(() => {
        // the conflict has been shown: the next change is based on what was
        if (latest.get(shown.id) === left) latest.delete(shown.id);
      });
      return sent;
    },
  };
}

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === "stale";
}
