import type { Pool, PoolClient } from "pg";

/** Lets callers of a pool through, or turns them away at once. */
export interface PoolGate {
  /** Fails whoever waits for a connection or for an answer, and everybody who comes, until it opens. */
  shut(): void;
  open(): void;
  /** When somebody last gave back a connection that had answered, in ms since 1970. */
  lastSign(): number;
}

type Lent = Parameters<Parameters<Pool["connect"]>[0]>;
type Lend = (...lent: Lent) => void;

/**
 * Puts a gate before a pool. A database that is frozen refuses nothing: without the gate every caller would wait out
 * the time allowed for a connection, and one whose question was under way would wait as long as the database sleeps.
 */
export function putGate(pool: Pool): PoolGate {
  const lent = new Set<PoolClient>();
  const waiting = new Set<(error: Error) => void>();
  let isShut = false;
  let lastSign = 0;
  pool.on("acquire", (client) => lent.add(client));
  pool.on("release", (error, client) => {
    lent.delete(client);
    if (!error) lastSign = Date.now();
  });

  const connect = pool.connect.bind(pool);
  function lend(callback: Lend) {
    if (isShut) return callback(awayError(), undefined, () => {});
    const turnAway = (error: Error) => {
      waiting.delete(turnAway);
      callback(error, undefined, () => {});
    };
    waiting.add(turnAway);
    connect((error, client, release) => {
      if (waiting.delete(turnAway)) callback(error, client, release);
      // nobody waits for it any more
      else if (client) release();
    });
  }
  pool.connect = ((callback?: Lend) => {
    if (callback) return lend(callback);
    return new Promise((resolve, reject) => {
      lend((error, client) => (client ? resolve(client) : reject(error)));
    });
  }) as Pool["connect"];

  return {
    shut() {
      isShut = true;
      for (const turnAway of waiting) turnAway(awayError());
      // an answer that comes late must not meet the next caller: the connection goes, in whatever transaction it is
      for (const client of lent as Set<PoolClient & { end(): Promise<void> }>) client.end().catch(() => {});
    },
    open() {
      isShut = false;
    },
    lastSign: () => lastSign,
  };
}

/** With PostgreSQL's own code for a connection that failed. */
function awayError(): Error {
  return Object.assign(new Error("The database does not answer"), { code: "08006" });
}
