import type { ClientBase, Pool, PoolClient } from "pg";
import { StartError } from "../start-error.ts";

/**
 * Held on a database that is copied to another server, and on the one that it is copied to. It goes with the connection
 * that took it, so that a database is never left behind read-only.
 */
export const moveLock = 7_215_003;

/** Held by every process that has heard of a hold, until its jobs rest and its writes are refused. */
export const restingLock = 7_215_004;

/** Where a database that is filled by a move keeps what is left to do; gone once it is complete. */
export const moveSchema = "move";

/** What is announced on the channel `changes` when somebody begins or ends to hold the database. */
export const holdTopic = "hold";

/** How often to look whether a hold has ended: whoever is killed announces nothing. */
const lookEveryMs = 1_000;

/** Whether somebody holds the database read-only now. */
export async function isHeld(client: Pool | ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_locks
    where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())`,
    [moveLock],
  );
  return rowCount !== 0;
}

/** Throws StartError when a move is under way from or to this database: nothing may start to write there. */
export async function requireSettled(client: Pool | ClientBase): Promise<void> {
  if (await isHeld(client)) {
    throw new StartError(
      "The database is being moved to another server (migrate-database): start again when that ended",
    );
  }
  const { rows } = await client.query("select to_regnamespace($1) is not null as found", [moveSchema]);
  if (rows[0].found) {
    throw new StartError(
      "The database is an unfinished copy: run migrate-database again on the one that it comes from",
    );
  }
}

export interface HoldEvents {
  /** The database is about to be held: what writes by itself comes to rest. All other writes are refused once this resolves. */
  onHeld(): Promise<void>;
  /** It may be written to again. */
  onFree(): Promise<void>;
  /** One of them failed; it is called again. */
  onError(error: unknown): void;
}

export interface HoldFollower {
  /** Looks whether the database is held. Never rejects. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/** Refuses a pool's writes at once while the database is held; they would wait for the hold to end. Reads go on. */
export function followHold(pool: Pool, { onHeld, onFree, onError }: HoldEvents): HoldFollower {
  const switchWrites = putWriteSwitch(pool);
  /** Whether all is as it has to be while the database is held. */
  let held = false;
  let closed = false;
  let wasAsked = false;
  let again: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  async function takeUp(): Promise<void> {
    const isHeldNow = await isHeld(pool);
    if (closed || isHeldNow === held) return;
    if (!isHeldNow) switchWrites("on");
    await (isHeldNow ? comeToRest() : onFree()).catch((error) => {
      onError(error);
      throw error;
    });
    held = isHeldNow;
  }

  async function comeToRest(): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query("select pg_advisory_lock_shared($1)", [restingLock]);
      await onHeld();
      switchWrites("off");
    } finally {
      // with the connection goes the lock
      client.release(true);
    }
  }

  async function takeUpAndStay(): Promise<void> {
    let isDone: boolean;
    do {
      wasAsked = false;
      // that the database is away is told by others
      isDone = await takeUp().then(
        () => true,
        () => false,
      );
    } while (wasAsked && !closed);
    looking = undefined;
    if ((held || !isDone) && !closed) again = setTimeout(look, lookEveryMs);
  }

  function look(): Promise<void> {
    clearTimeout(again);
    wasAsked = true;
    looking ??= takeUpAndStay();
    return looking;
  }

  return {
    look,
    async close() {
      closed = true;
      clearTimeout(again);
      await looking;
      switchWrites("on");
    },
  };
}

type Lent = Parameters<Parameters<Pool["connect"]>[0]>;
type Lend = (...lent: Lent) => void;

/** Tells each connection of the pool whether it may write, before it is lent. */
function putWriteSwitch(pool: Pool): (writes: "on" | "off") => void {
  let isOff = false;
  const off = new WeakSet<PoolClient>();
  const connect = pool.connect.bind(pool);

  function lend(callback: Lend) {
    connect((error, client, release) => {
      if (!client || off.has(client) === isOff) return callback(error, client, release);
      if (isOff) off.add(client);
      else off.delete(client);
      client.query(`set default_transaction_read_only = ${isOff ? "on" : "off"}`).then(
        () => callback(undefined, client, release),
        (reason) => {
          release(true);
          callback(reason, undefined, () => {});
        },
      );
    });
  }
  pool.connect = ((callback?: Lend) => {
    if (callback) return lend(callback);
    return new Promise((resolve, reject) => {
      lend((error, client) => (client ? resolve(client) : reject(error)));
    });
  }) as Pool["connect"];

  return (writes) => {
    isOff = writes === "off";
  };
}
