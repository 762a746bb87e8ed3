import type pg from "pg";
import type { Connection } from "../db/connect.ts";
import { moveSchema } from "../db/hold.ts";
import { listAppliedMigrations, listKnownMigrations } from "../db/migrate.ts";
import { findJobQueueVersion } from "../jobs/install.ts";
import { StartError } from "../start-error.ts";
import { copyTable, type Digest, digestOf, hashAlike, isSame, nothing } from "./move-copy.ts";
import { type Claim, connectForMove, type Hold, holdReadOnly, leave, tryClaim } from "./move-hold.ts";
import { completePartitions, finishTarget, prepareTarget, suspendRules } from "./move-target.ts";
import { listLeaves, listPartitions, listSequences, listTables, quoted, quotedColumns, type Table } from "./tables.ts";

export type MoveStep = "resting" | "comparing" | "copying" | "finishing";

export interface MoveOptions {
  /** Aborted when the operator changes their mind; what is copied by then is kept for the next try. */
  signal?: AbortSignal;
  onStep?: (step: MoveStep) => void;
  /** Told of the rows that are in place so far, and of how many there are. */
  onMoved?: (rows: number, of: number) => void;
}

export interface Moved {
  /** Every table that holds rows itself: parts of a table count each. */
  tables: number;
  rows: number;
  /** Of these rows, the ones that an earlier, unfinished move had brought. */
  rowsBefore: number;
  /** Tables that no version of the site has made: they are left out. */
  leftOut: string[];
  /** The source is read-only until this is released. */
  hold: Hold;
}

/** So many tables are read, copied and checked at once. */
const lanes = 2;

/**
 * Copies a database to an empty one on whichever server, exactly, and checks every table by count and checksum on both
 * sides. From the first row to the release of `hold` everybody can read the source, and nobody can write to it.
 * Broken off anywhere, it leaves the source as it was and the target as an unfinished copy that the next call goes on
 * with: it compares all tables, and copies those that are not equal.
 * Throws StartError, one line that says how to go on.
 */
export async function moveDatabase(source: Connection, target: Connection, options: MoveOptions = {}): Promise<Moved> {
  const from = await claim(source, "The database is being moved already, by another migrate-database");
  let to: Claim | undefined;
  try {
    to = await claim(target, "The target is the database that is to be moved, or another move works on it");
    return await moveClaimed({ source, target, from, to }, options);
  } catch (error) {
    await leave(from.client);
    throw explained(error, options.signal);
  } finally {
    if (to) await leave(to.client);
  }
}

async function claim(connection: Connection, refusal: string): Promise<Claim> {
  const claimed = await tryClaim(connection);
  if (!claimed) throw new StartError(refusal);
  return claimed;
}

interface Way {
  source: Connection;
  target: Connection;
  from: Claim;
  to: Claim;
}

async function moveClaimed({ source, target, from, to }: Way, options: MoveOptions): Promise<Moved> {
  const { onStep = () => {}, onMoved = () => {} } = options;
  const signal = AbortSignal.any([from.lost, to.lost, ...(options.signal ? [options.signal] : [])]);
  await requireReady(from.client);
  await requireFit(from.client, to.client);
  await prepareTarget(to.client, await identify(from.client));
  await requireSameQueue(from.client, to.client);

  onStep("resting");
  const hold = await holdReadOnly(from, signal);
  await completePartitions(to.client, await listPartitions(from.client));
  const { pairs, leftOut } = await pairTables(from.client, to.client);

  onStep("comparing");
  const compared = await inLanes(pairs, { source, target, signal }, async (pair, lane) => {
    const [expected, found] = await Promise.all([
      pair.isLeft ? digestOf(lane.from, pair.table) : nothing,
      digestOf(lane.to, pair.table),
    ]);
    return { ...pair, expected, isThere: isSame(expected, found) };
  });
  const rows = compared.reduce((sum, { expected }) => sum + expected.rows, 0);
  const missing = compared.filter(({ isThere }) => !isThere);
  const rowsBefore = rows - missing.reduce((sum, { expected }) => sum + expected.rows, 0);

  onStep("copying");
  if (missing.length > 0) {
    const tables = await listTables(to.client);
    await suspendRules(
      to.client,
      tables.filter(({ schema }) => schema !== moveSchema),
    );
  }
  let done = rowsBefore;
  onMoved(done, rows);
  await inLanes(largestFirst(missing), { source, target, signal }, async (pair, lane) => {
    await copyChecked(pair, lane, signal);
    done += pair.expected.rows;
    onMoved(done, rows);
  });

  onStep("finishing");
  const stillHeld = async () => {
    signal.throwIfAborted();
    await from.client.query("select");
  };
  await finishTarget(to.client, await listSequences(from.client), stillHeld);
  return { tables: pairs.length, rows, rowsBefore, leftOut, hold };
}

async function requireReady(client: pg.Client): Promise<void> {
  const [applied, known] = [await listAppliedMigrations(client), listKnownMigrations()];
  if (applied.length === 0) throw new StartError("There is nothing to move: the database has no tables of the site");
  if (applied.join() === known.join()) return;
  throw new StartError(
    "The database belongs to another version of the site: move it with that version, or start this one on it first",
  );
}

async function requireFit(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await to.query<{ encoding: string }>(
    "select pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()",
  );
  if (rows[0]?.encoding !== "UTF8") {
    throw new StartError(`The target holds text as ${rows[0]?.encoding}: make a database with encoding 'UTF8'`);
  }
  if (!(await hashAlike(from, to))) {
    throw new StartError("The two servers compute different checksums: use backup and restore instead");
  }
}

async function requireSameQueue(from: pg.Client, to: pg.Client): Promise<void> {
  if ((await findJobQueueVersion(from)) === (await findJobQueueVersion(to))) return;
  throw new StartError("The job queue belongs to another version of the site: start this one on the database first");
}

/** What the database is called by its server, and by itself: a copy of it is another one. */
async function identify(client: pg.Client): Promise<string> {
  const may = await client.query("select has_function_privilege('pg_control_system()', 'execute') as may");
  const system = may.rows[0].may ? "(select system_identifier::text from pg_control_system())" : "'server'";
  const { rows } = await client.query<{ identity: string }>(
    `select ${system} || ' ' || oid as identity from pg_database where datname = current_database()`,
  );
  return rows[0]?.identity ?? "";
}

interface Pair {
  table: Table;
  /** False where the target has a part that the source lacks: it must be empty. */
  isLeft: boolean;
}

async function pairTables(from: pg.Client, to: pg.Client): Promise<{ pairs: Pair[]; leftOut: string[] }> {
  const left = await listLeaves(from);
  const right = (await listLeaves(to)).filter(({ schema }) => schema !== moveSchema);
  const targets = new Map(right.map((table) => [quoted(table), table]));
  const pairs: Pair[] = [];
  const leftOut: string[] = [];
  for (const table of left) {
    const twin = targets.get(quoted(table));
    if (!twin) leftOut.push(quoted(table));
    else if (columnSet(twin) !== columnSet(table)) {
      throw new StartError(`${quoted(table)} has columns that this version of the site does not know`);
    } else pairs.push({ table, isLeft: true });
    targets.delete(quoted(table));
  }
  for (const table of targets.values()) pairs.push({ table, isLeft: false });
  return { pairs, leftOut };
}

const columnSet = ({ columns }: Table) =>
  quotedColumns({ columns: columns.toSorted((a, b) => (a.name < b.name ? -1 : 1)) });

interface Lane {
  from: pg.Client;
  to: pg.Client;
}

/** A table that comes out other than it is copied once more: somebody may have had hands on the target. */
async function copyChecked(pair: Pair & { expected: Digest }, { from, to }: Lane, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await copyTable(from, to, pair.table, { isLeft: pair.isLeft, signal });
    if (isSame(await digestOf(to, pair.table), pair.expected)) return;
  }
  throw new StartError(`${quoted(pair.table)} is not the same on both sides, twice: the target is not to be trusted`);
}

/** With the largest at last one lane would work alone. */
function largestFirst<T extends { expected: Digest }>(pairs: readonly T[]): T[] {
  return pairs.toSorted((a, b) => b.expected.rows - a.expected.rows);
}

/** Does the work for each item, several at once, each lane on connections of its own; answers in the items' order. */
async function inLanes<Item, Result>(
  items: readonly Item[],
  { source, target, signal }: { source: Connection; target: Connection; signal: AbortSignal },
  work: (item: Item, lane: Lane) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let failed = false;
  const runLane = async () => {
    const clients: pg.Client[] = [];
    const open = async (connection: Connection) => {
      const client = await connectForMove(connection);
      clients.push(client);
      return client;
    };
    try {
      const lane = { from: await open(source), to: await open(target) };
      while (next < items.length && !failed) {
        signal.throwIfAborted();
        const index = next;
        next += 1;
        results[index] = await work(items[index]!, lane);
      }
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      await Promise.all(clients.map(leave));
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(lanes, items.length) }, runLane));
  for (const one of ended) if (one.status === "rejected") throw one.reason;
  return results;
}

/** Classes of PostgreSQL's errors, and Node's codes, that mean: a server is away or has no room, or a connection was lost. */
const brokenOff = /^(08|53|57P|ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ABORT_ERR|ERR_STREAM)/;
const mayNot = "42501";

function explained(error: unknown, stopped: AbortSignal | undefined): unknown {
  if (stopped?.aborted || !(error instanceof Error)) return error;
  const { code } = error as { code?: string };
  if (code === mayNot) {
    return new StartError(`This user may not make tables in the target: make it the owner (${error.message})`, {
      cause: error,
    });
  }
  const isBroken =
    brokenOff.test(code ?? "") || /Connection terminated|not queryable|connection that held/.test(error.message);
  if (!isBroken) return error;
  return new StartError(
    `The move broke off: ${error.message || code}. The site can write to its database again; the same command goes on where it was`,
    { cause: error },
  );
}
