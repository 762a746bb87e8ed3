import type { RefusalCount } from "contract/prices/source-schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Connection, Db } from "../../../platform/db/connect.ts";
import { trySessionLock } from "../../../platform/db/session-lock.ts";
import type { MatchedPage } from "../matching/matching.ts";
import { lockPrices, type OfferObservation, recordOffers } from "../offers/commands.ts";
import { pricePolls } from "../table.ts";
import { addRefusals } from "./commands-refusals.ts";
import { announceSource, takeRequest } from "./commands-sources.ts";
import { checkWhole, closeUnseen } from "./commands-unseen.ts";
import { listPollsOf, type PollRow, recentPolls } from "./queries.ts";

/** What a part of a source says, ready to be written. */
export interface PollPage extends Omit<MatchedPage, "observations"> {
  /** The refused ones by their reasons. */
  refusals: RefusalCount[];
  /** Writes what was seen at that time; returns how many offers changed. Idempotent. */
  apply(tx: Db, now: Date): Promise<number>;
}

export interface PollReading {
  signal: AbortSignal;
  /** The cursor of the last page that was written, when a poll broke off. */
  after: string | null;
  /** The latest poll that read everything, and is not to be repeated where nothing has changed since. */
  known: PollRow | null;
  clock: () => Date;
}

/** A source of prices, matched with the catalogue. */
export interface PollSource {
  key: string;
  store: StoreKey;
  country: string;
  /** An offer that a whole reading does not name is no longer there. */
  exhaustive: boolean;
  read(options: PollReading): AsyncIterable<PollPage>;
}

export interface PollOptions {
  /** For the connection that says who polls. */
  connection: Connection;
  clock: () => Date;
  /** Aborts the poll, which the next one resumes. */
  signal: AbortSignal;
  /** Evaluated while no one else polls the source: whether a poll is still due. */
  isDue?: (polls: readonly PollRow[]) => boolean | Promise<boolean>;
  /** Looked at after each page: ends the poll as the signal does. */
  isPaused?: () => Promise<boolean>;
  /** In the transaction that ends the poll. */
  onEnd?: (tx: Db, poll: PollRow, now: Date) => Promise<void>;
}

/** A poll that was interrupted longer ago is out of date. */
const resumedWithinMs = 24 * 3_600_000;

/** What `apply` of a page of offers does. */
export async function applyOffers(tx: Db, observations: readonly OfferObservation[], now: Date): Promise<number> {
  const { changed } = await recordOffers(tx, observations, { now, markSeen: true });
  return changed;
}

/**
 * Reads a source to its end and writes it page by page; resumes an interrupted poll. Returns the poll, still `running`
 * after an abort; `null` when another process polls the source or nothing is due. When the source fails, so does the
 * poll: offers that it did not reach stay as they were.
 */
export async function pollSource(db: Db, source: PollSource, options: PollOptions): Promise<PollRow | null> {
  const lock = await trySessionLock(options.connection, `poll ${source.key}`);
  if (!lock) return null;
  try {
    const polls = await listPollsOf(db, source.key, recentPolls + 1);
    if (options.isDue && !(await options.isDue(polls))) return null;
    const poll = await db.transaction((tx) => beginPoll(tx, source, polls[0], options.clock()));
    const signal = AbortSignal.any([options.signal, lock.lost]);
    return await runPoll(db, source, poll, { ...options, signal });
  } finally {
    await lock.release();
    // one that was stopped no longer runs
    await announceSource(db, source.key).catch(() => {});
  }
}

/** Resumes the interrupted poll, or creates a new one. */
async function beginPoll(tx: Db, source: PollSource, last: PollRow | undefined, now: Date): Promise<PollRow> {
  await takeRequest(tx, source.key);
  await announceSource(tx, source.key);
  if (last?.state === "running") {
    if (now.getTime() - last.startedAt.getTime() < resumedWithinMs) {
      // a source without a cursor is read, and counted, from its beginning
      const afresh = last.cursor === null && { seen: 0, unmatched: 0, refused: 0, refusals: [] };
      return afresh ? updatePoll(tx, last.id, afresh) : last;
    }
    await updatePoll(tx, last.id, { state: "failed", finishedAt: now, problem: "broke off" });
  }
  const { key, store, country } = source;
  const [poll] = await tx.insert(pricePolls).values({ source: key, store, country, startedAt: now }).returning();
  return poll!;
}

async function runPoll(
  db: Db,
  source: PollSource,
  poll: PollRow,
  { clock, signal, isPaused = async () => false, onEnd = async () => {} }: PollOptions,
): Promise<PollRow> {
  const known = await findLastComplete(db, source.key);
  let { refusals } = poll;
  try {
    const pages = source.read({ signal, after: poll.cursor, known, clock });
    for await (const page of pages) {
      refusals = addRefusals(refusals, page.refusals);
      await db.transaction((tx) => takePage(tx, poll, { ...page, refusals }, known, clock()));
      signal.throwIfAborted();
      if (await isPaused()) return requirePoll(db, poll.id);
    }
    return await db.transaction(async (tx) => {
      const finished = await finishPoll(tx, source, poll.id, clock());
      await onEnd(tx, finished, clock());
      return finished;
    });
  } catch (error) {
    if (signal.aborted) return requirePoll(db, poll.id);
    return db.transaction(async (tx) => {
      const failed = { state: "failed", finishedAt: clock(), problem: inOneLine(error) } as const;
      const ended = await updatePoll(tx, poll.id, failed);
      await onEnd(tx, ended, clock());
      return ended;
    });
  }
}

function inOneLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.slice(0, 300);
}

/** Older polls are of no use, apart from the latest complete one, which stays. */
const rememberedDays = 90;

/** Deletes old polls. */
export async function forgetOldPolls(db: Db, now: Date): Promise<void> {
  await db.execute(sql`
    delete from price_polls
    where started_at < ${now}::timestamptz - make_interval(days => ${rememberedDays})
      and id not in (select max(id) from price_polls where complete group by source)
      and id not in (select max(id) from price_polls group by source)
  `);
}

/** Writes a page and the cursor after it in one transaction. `refusals` are those so far. */
async function takePage(tx: Db, poll: PollRow, page: PollPage, known: PollRow | null, now: Date): Promise<void> {
  const changed = page.unchanged ? 0 : await page.apply(tx, now);
  if (page.unchanged && known) await touchSeen(tx, known, now);
  await updatePoll(tx, poll.id, {
    cursor: page.cursor,
    version: page.version,
    seen: sql`${pricePolls.seen} + ${page.unchanged ? (known?.seen ?? 0) : page.seen}`,
    changed: sql`${pricePolls.changed} + ${changed}`,
    unmatched: sql`${pricePolls.unmatched} + ${page.unmatched}`,
    refused: sql`${pricePolls.refused} + ${page.refused}`,
    refusals: page.refusals,
  });
  await announceSource(tx, poll.source);
}

/** What the known poll or one since it has seen is there still. */
async function touchSeen(tx: Db, known: PollRow, now: Date): Promise<void> {
  await tx.execute(sql`
    update offers set last_seen_at = ${now}
    where store = ${known.store} and country = ${known.country}
      and last_seen_at >= ${known.startedAt} and last_seen_at < ${now}
  `);
}

async function finishPoll(tx: Db, source: PollSource, id: number, now: Date): Promise<PollRow> {
  await lockPrices(tx);
  await tx.execute(sql`select pg_notify('changes', 'polls')`);
  const poll = await requirePoll(tx, id);
  const problem = source.exhaustive ? await checkWhole(tx, poll) : null;
  const complete = problem === null;
  const finished = await updatePoll(tx, id, { state: "done", finishedAt: now, complete, problem, cursor: null });
  if (!complete || !source.exhaustive) return finished;
  return updatePoll(tx, id, { closed: await closeUnseen(tx, source, now) }, "done");
}

/** The latest poll that read everything. */
async function findLastComplete(db: Db, source: string): Promise<PollRow | null> {
  const [poll] = await db
    .select()
    .from(pricePolls)
    .where(and(eq(pricePolls.source, source), pricePolls.complete))
    .orderBy(desc(pricePolls.startedAt), desc(pricePolls.id))
    .limit(1);
  return poll ?? null;
}

type PollChange = Parameters<ReturnType<typeof changePoll>["set"]>[0];
const changePoll = (db: Db) => db.update(pricePolls);

/** Fails when another process has ended the poll meanwhile. */
async function updatePoll(
  db: Db,
  id: number,
  change: PollChange,
  state: PollRow["state"] = "running",
): Promise<PollRow> {
  const [poll] = await changePoll(db)
    .set(change)
    .where(and(eq(pricePolls.id, id), eq(pricePolls.state, state)))
    .returning();
  if (!poll) throw new Error(`poll ${id} is no longer ${state}`);
  return poll;
}

async function requirePoll(db: Db, id: number): Promise<PollRow> {
  const [poll] = await db.select().from(pricePolls).where(eq(pricePolls.id, id));
  if (!poll) throw new Error(`there is no poll ${id}`);
  return poll;
}
