import { brand } from "contract/brand.ts";
import { Client } from "pg";
import { thisDatabase } from "../changes/change-log.ts";
import { type Connection, connect, type Database, requestTimeouts } from "../connect.ts";
import type { Reads } from "./reads.ts";

export interface ReplicaOptions extends Pick<Database, "db" | "pool"> {
  /** Of the primary. */
  connection: Connection;
  /** Of the replica: a streaming copy of the same server. */
  url: string;
  log: { info(message: string): void; warn(details: { err: unknown }, message: string): void };
}

export interface Replica extends Reads {
  /** Call it before changes are dispatched, and once when listening has begun. */
  onChanges(): void;
  state(): ReplicaState;
  close(): Promise<void>;
}

export interface ReplicaState {
  /** `behind`: it lacks a change that this process has received; `away`: it is unreachable, or not our replica. */
  status: "used" | "behind" | "away";
  /** Reads served by each since the start. */
  reads: { primary: number; replica: number };
}

const applicationName = { application_name: `${brand.slug} replica` };

/** Between health checks, and between position checks while the replica is behind. */
const healthCheckMs = 500;
const positionCheckMs = 10;
const retryAfterMs = 1_000;
const timeoutMs = 1_000;

/**
 * Sends reads to the replica while it has replayed every change received by this process, otherwise to the primary: a
 * client that learns of a change must see it. Reads that fail on the replica are repeated on the primary. An
 * unreachable replica is logged once and retried.
 */
export function openReplica({ db, pool, connection, url, log }: ReplicaOptions): Replica {
  const replica = connect({ connectionString: url }, () => {}, { timeouts: requestTimeouts });
  const reads = { primary: 0, replica: 0 };
  let closed = false;
  /** Counts received changes, and those that the replica is known to have. */
  let received = 1;
  let replayed = 0;
  /** The primary's log position after `received` changes, flushed to disk or not. */
  let target = { received: 0, lsn: "", database: "" };
  let watch: Client | null = null;
  let isUnreachable = false;
  let wake = () => {};
  replica.pool.trip();

  const isCurrent = () => watch !== null && replayed === received;

  async function keepWatching(): Promise<void> {
    while (!closed) {
      let pauseMs = retryAfterMs;
      try {
        if (target.received !== received) target = await readTarget();
        pauseMs = await checkReplica();
      } catch {
        // without the primary's position the replica may be behind
      }
      if (!closed) await pause(pauseMs);
    }
  }

  async function readTarget() {
    const atRequest = received;
    const { rows } = await pool.query<{ lsn: string; database: string }>(
      `select pg_current_wal_insert_lsn() as lsn, ${thisDatabase} as database`,
    );
    return { received: atRequest, ...rows[0]! };
  }

  /** Returns the ms until the next check. */
  async function checkReplica(): Promise<number> {
    let client = watch;
    try {
      client ??= await openWatch();
      const { rows } = await client.query(
        `select pg_is_in_recovery() and ${thisDatabase} = $1 as is_ours,
          pg_last_wal_replay_lsn() >= $2::pg_lsn as has_replayed`,
        [target.database, target.lsn],
      );
      if (!rows[0].is_ours) throw new Error("The server of DATABASE_READ_URL is not a replica of this database");
      replayed = rows[0].has_replayed ? target.received : 0;
      if (watch !== client) markUp(client);
    } catch (error) {
      if (client !== watch) client?.end().catch(() => {});
      markDown(error);
      return retryAfterMs;
    }
    return isCurrent() ? healthCheckMs : positionCheckMs;
  }

  async function openWatch(): Promise<Client> {
    const client = new Client({
      connectionString: url,
      ...applicationName,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    client.on("error", (error) => watch === client && markDown(error));
    await client.connect();
    return client;
  }

  function markUp(client: Client): void {
    watch = client;
    replica.pool.reset();
    if (isUnreachable) log.info("the replica responds again");
    isUnreachable = false;
  }

  function markDown(error: unknown): void {
    watch?.end().catch(() => {});
    watch = null;
    replica.pool.trip();
    if (closed || isUnreachable) return;
    isUnreachable = true;
    log.warn({ err: error }, "the replica is unavailable; reading from the primary");
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

  async function readEither<Result>(onReplica: () => Promise<Result>, onPrimary: () => Promise<Result>) {
    if (isCurrent()) {
      try {
        const result = await onReplica();
        reads.replica += 1;
        return result;
      } catch {
        // the primary's result or error counts
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
    onChanges() {
      const wasCurrent = isCurrent();
      received += 1;
      if (wasCurrent) wake();
    },
    state: () => ({ status: watch === null ? "away" : isCurrent() ? "used" : "behind", reads: { ...reads } }),
    async close() {
      closed = true;
      wake();
      replica.pool.trip();
      await watching;
      markDown(null);
      await replica.close();
    },
  };
}
