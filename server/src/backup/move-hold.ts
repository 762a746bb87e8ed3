import { setTimeout as sleep } from "node:timers/promises";
import { brand } from "contract/brand.ts";
import pg from "pg";
import type { Connection } from "../db/connect.ts";
import { holdTopic, moveLock, restingLock } from "../db/hold.ts";
import { jobSchema } from "../jobs/queues.ts";
import { StartError } from "../start-error.ts";
import { listTables, quoted } from "./tables.ts";

/** A database that everybody can read and nobody can write to. */
export interface Hold {
  /** Aborted when the connection that holds it is lost: others may have written since. */
  lost: AbortSignal;
  /** Lets everybody write again. */
  release(): Promise<void>;
}

/** The claim of a database for one move; it is not held yet. */
export interface Claim {
  client: pg.Client;
  lost: AbortSignal;
}

/** What the connections of a move are called in `pg_stat_activity`. */
export const moverName = { application_name: `${brand.slug} move` };

/** How long sites may take until their jobs rest, at the most, and how long they are given at the least. */
const rest = { leastMs: 1_500, mostMs: 20_000, lookEveryMs: 100 };

/** Transactions that write are waited for this long at a time; between, those that came after them get their turn. */
const patience = { lockMs: 3_000, pauseMs: 300, attempts: 40 };

const goodbyeMs = 2_000;

/** So that rows have the same words on every server, and nothing takes too long. */
const settings = {
  timezone: "UTC",
  datestyle: "ISO, MDY",
  intervalstyle: "postgres",
  bytea_output: "hex",
  extra_float_digits: "1",
  statement_timeout: "0",
  lock_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  idle_session_timeout: "0",
  transaction_timeout: "0",
  default_transaction_read_only: "off",
};

/** A connection whose work may take hours, and which writes values as every other of a move does. */
export async function connectForMove(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, ...moverName, connectionTimeoutMillis: 10_000, keepAlive: true });
  client.on("error", () => {});
  await client.connect();
  await client.query(
    `select set_config(s.name, w.value, false) from json_each_text($1) w(name, value)
    join pg_settings s on lower(s.name) = w.name`,
    [JSON.stringify(settings)],
  );
  return client;
}

/** Closes a connection, also one to a server that does not say goodbye any more. */
export async function leave(client: pg.Client): Promise<void> {
  const patience = new AbortController();
  await Promise.race([client.end(), sleep(goodbyeMs, undefined, { signal: patience.signal }).catch(() => {})]);
  patience.abort();
}

/** Claims a database; answers null when somebody else moves it, or when it was claimed under another address just now. */
export async function tryClaim(connection: Connection): Promise<Claim | null> {
  const client = await connectForMove(connection);
  const losing = new AbortController();
  client.once("end", () => losing.abort(new StartError("the connection that held the database was lost")));
  const { rows } = await client.query("select pg_try_advisory_lock($1) as taken", [moveLock]);
  if (rows[0].taken) return { client, lost: losing.signal };
  await leave(client);
  return null;
}

/**
 * Holds a claimed database read-only. Running sites are told, and their jobs finish first. Then every table is locked
 * against writes by anybody: the locks go with the connection, however that ends.
 * Throws StartError when somebody writes and does not end.
 */
export async function holdReadOnly({ client, lost }: Claim, signal: AbortSignal | undefined): Promise<Hold> {
  await announce(client);
  await waitForRest(client, signal);
  await lockTables(client, signal);
  return {
    lost,
    async release() {
      await client.query("rollback").catch(() => {});
      await client.query("select pg_advisory_unlock($1)", [moveLock]).catch(() => {});
      await announce(client).catch(() => {});
      await leave(client);
    },
  };
}

async function announce(client: pg.Client): Promise<void> {
  await client.query("select pg_notify('changes', $1)", [holdTopic]);
}

async function waitForRest(client: pg.Client, signal: AbortSignal | undefined): Promise<void> {
  const begin = Date.now();
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await client.query<{ sites: boolean; busy: boolean }>(
      `select exists (
          select from pg_stat_activity where datname = current_database() and application_name like $1) as sites,
        exists (select from ${jobSchema}.job where state = 'active') or exists (
          select from pg_locks l join pg_database d on d.oid = l.database
          where l.locktype = 'advisory' and l.objid = $2 and d.datname = current_database()) as busy`,
      [`${brand.slug}%changes%`, restingLock],
    );
    const waited = Date.now() - begin;
    if (!rows[0]?.sites || waited > rest.mostMs || (waited > rest.leastMs && !rows[0].busy)) return;
    await sleep(rest.lookEveryMs);
  }
}

async function lockTables(client: pg.Client, signal: AbortSignal | undefined): Promise<void> {
  const names = (await listTables(client)).map(quoted).join(", ");
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    await client.query("begin");
    try {
      await client.query(`set local lock_timeout = ${patience.lockMs}`);
      await client.query(`lock table ${names} in share mode`);
      return;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      if (!isInUse(error)) throw error;
      if (attempt === patience.attempts) {
        throw new StartError("Somebody goes on writing to the database, an import perhaps: try again when that ended", {
          cause: error,
        });
      }
    }
    await sleep(patience.pauseMs);
  }
}

function isInUse(error: unknown): boolean {
  const [LOCK_NOT_AVAILABLE, DEADLOCK] = ["55P03", "40P01"];
  return error instanceof pg.DatabaseError && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK);
}
