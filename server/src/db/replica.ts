import { brand } from "contract/brand.ts";
import { Client } from "pg";
import { thisDatabase } from "./change-log.ts";
import { type Connection, connect, type Database, requestTimeouts } from "./connect.ts";
import { putGate } from "./pool-gate.ts";
import type { Reads } from "./reads.ts";

export interface ReplicaOptions extends Pick<Database, "db" | "pool"> {
  /** Of the primary. */
  connection: Connection;
  /** Of the replica: a streaming copy of the same server. */
  url: string;
  log: { info(message: string): void; warn(details: { err: unknown }, message: string): void };
}

export interface Replica extends Reads {
  /** To be called before anybody is told of a change, and once when the listening has begun. */
  hear(): void;
  state(): ReplicaState;
  close(): Promise<void>;
}

export interface ReplicaState {
  /** `behind`: it lacks something that this process has heard of; `away`: it does not answer, or is no replica of ours. */
  standing: "used" | "behind" | "away";
  /** Reads that each has answered since the start. */
  reads: { primary: number; replica: number };
}

const nameOfWatch = { application_name: `${brand.slug} replica` };

/** How often the replica is asked whether it is well, in ms, and how often it is asked while something is waited for. */
const wellEveryMs = 500;
const behindEveryMs = 10;
const retryAfterMs = 1_000;
/** One that takes longer counts as away. */
const patienceMs = 1_000;

/**
 * Reads go to the replica while it has replayed everything that this process has heard of, and else to the primary: a
 * replica lags, and whoever has been told of a change must see it. So it is asked how far it is after every change.
 * What fails on the replica is asked again of the primary. A replica that is away is noticed, told once, and tried again.
 */
export function openReplica({ db, pool, connection, url, log }: ReplicaOptions): Replica {
  const replica = connect({ connectionString: url }, () => {}, { timeouts: requestTimeouts });
  const gate = putGate(replica.pool);
  const reads = { primary: 0, replica: 0 };
  let closed = false;
  /** Counts what was heard; and how much of that the replica is known to have. */
  let heard = 1;
  let reached = 0;
  /** Where the primary's log was after `heard` changes: as far as it was filled, also if not all of it was on the disk yet. */
  let target = { heard: 0, lsn: "", database: "" };
  let watch: Client | null = null;
  let isAway = false;
  let wake = () => {};
  gate.shut();

  const isCurrent = () => watch !== null && reached === heard;

  async function keepWatching(): Promise<void> {
    while (!closed) {
      let pauseMs = retryAfterMs;
      try {
        if (target.heard !== heard) target = await askPrimary();
        pauseMs = await askReplica();
      } catch {
        // the primary is away: until it says where it is, the replica may be behind
      }
      if (!closed) await pause(pauseMs);
    }
  }

  async function askPrimary() {
    const asked = heard;
    const { rows } = await pool.query<{ lsn: string; database: string }>(
      `select pg_current_wal_insert_lsn() as lsn, ${thisDatabase} as database`,
    );
    return { heard: asked, ...rows[0]! };
  }

  /** Returns after how many ms to ask again. */
  async function askReplica(): Promise<number> {
    let client = watch;
    try {
      client ??= await openWatch();
      const { rows } = await client.query(
        `select pg_is_in_recovery() and ${thisDatabase} = $1 as is_ours, pg_last_wal_replay_lsn() >= $2::pg_lsn as reached`,
        [target.database, target.lsn],
      );
      if (!rows[0].is_ours) throw new Error("The server of DATABASE_READ_URL is not a replica of this database");
      reached = rows[0].reached ? target.heard : 0;
      if (watch !== client) comeBack(client);
    } catch (error) {
      if (client !== watch) client?.end().catch(() => {});
      goAway(error);
      return retryAfterMs;
    }
    return isCurrent() ? wellEveryMs : behindEveryMs;
  }

  async function openWatch(): Promise<Client> {
    const client = new Client({
      connectionString: url,
      ...nameOfWatch,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    });
    client.on("error", (error) => watch === client && goAway(error));
    await client.connect();
    return client;
  }

  function comeBack(client: Client): void {
    watch = client;
    gate.open();
    if (isAway) log.info("the replica answers again");
    isAway = false;
  }

  function goAway(error: unknown): void {
    watch?.end().catch(() => {});
    watch = null;
    gate.shut();
    if (closed || isAway) return;
    isAway = true;
    log.warn({ err: error }, "the replica cannot be used; the database itself is read instead");
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function readEither<Answer>(onReplica: () => Promise<Answer>, onPrimary: () => Promise<Answer>) {
    if (isCurrent()) {
      try {
        const answer = await onReplica();
        reads.replica += 1;
        return answer;
      } catch {
        // whatever the reason is, the primary's answer is the one that counts
      }
    }
    reads.primary += 1;
    return onPrimary();
  }

  const watching = keepWatching();
  return {
    prepare(prepare) {
      const [onReplica, onPrimary] = [prepare(replica.db), prepare(db)];
      return (...args) =>
        readEither(
          () => onReplica(...args),
          () => onPrimary(...args),
        );
    },
    connect: (read) =>
      readEither(
        () => read({ connectionString: url }),
        () => read(connection),
      ),
    hear() {
      const wasCurrent = isCurrent();
      heard += 1;
      if (wasCurrent) wake();
    },
    state: () => ({ standing: watch === null ? "away" : isCurrent() ? "used" : "behind", reads: { ...reads } }),
    async close() {
      closed = true;
      wake();
      gate.shut();
      await watching;
      goAway(null);
      await replica.close();
    },
  };
}
