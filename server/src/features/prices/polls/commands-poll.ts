import { minKnownPrices } from "contract/prices/collapse-rules.ts";
import type { ReadingOrigin } from "contract/prices/reading-rules.ts";
import type { RefusalCount } from "contract/prices/source-schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Connection, Db } from "../../../platform/db/connect.ts";
import { and, desc, eq, gt, isNull, sql } from "../../../platform/db/drizzle.ts";
import { trySessionLock } from "../../../platform/db/session-lock.ts";
import type { MatchedPage } from "../matching/matching.ts";
import { lockPrices, type OfferObservation, recordOffers } from "../offers/commands.ts";
import {
  applyHeldPages,
  beginReading,
  CollapsedReading,
  dropHeldPages,
  endReading,
  holdPage,
  holdReading,
  listHeldPages,
  requirePlausible,
} from "../readings/commands-readings.ts";
import { findReadingOfPoll } from "../readings/queries.ts";
import { offers, pricePolls } from "../table.ts";
import { addRefusals } from "./commands-refusals.ts";
import { clearRequest, notifySourceChange } from "./commands-sources.ts";
import { checkComplete, closeUnseen } from "./commands-unseen.ts";
import { listPollsOf, type PollRow, recentPolls } from "./queries.ts";

/** A page of a source, ready to be written. */
export interface PollPage extends Omit<MatchedPage, "observations"> {
  /** The refused ones by their reasons. */
  refusals: RefusalCount[];
  /** The offers among it, which wait for the rest of the source if it has many known prices. */
  observations?: readonly OfferObservation[];
  /** Writes what else was seen at that time; returns the number of changes. Idempotent. */
  apply(tx: Db, now: Date, reading?: number): Promise<number>;
}

export interface PollReading {
  signal: AbortSignal;
  /** The cursor of the last page that an interrupted poll wrote. */
  after: string | null;
  /** The latest complete poll, which need not be repeated if nothing has changed since. */
  known: PollRow | null;
  clock: () => Date;
}

/** A source of prices, matched with the catalogue. */
export interface PollSource {
  key: string;
  store: StoreKey;
  country: string;
  /** An offer missing from a complete reading is no longer sold. */
  exhaustive: boolean;
  /** It adds what other sources read: games, or apps whose details are read. */
  fills?: boolean;
  /** Whether something to read was added that its last poll, which is done, could not find. */
  isWaiting?: (db: Db, last: PollRow, now: Date) => Promise<boolean>;
  /** Reads offers, so that each poll is a reading that can be undone. */
  readsOffers?: boolean;
  read(options: PollReading): AsyncIterable<PollPage>;
}

export interface PollOptions {
  /** For the connection that holds the lock of the poll. */
  connection: Connection;
  clock: () => Date;
  /** What starts the poll, unless an administrator requested it; the schedule by default. */
  origin?: ReadingOrigin;
  /** Interrupts the poll, which the next one continues. */
  signal: AbortSignal;
  /** Called with the lock held, to check whether a poll is still due. */
  isDue?: (polls: readonly PollRow[]) => boolean | Promise<boolean>;
  /** Called after each page; interrupts the poll like the signal. */
  isPaused?: () => Promise<boolean>;
  /** In the transaction of a page with changes. */
  onChanges?: (tx: Db) => Promise<void>;
  /** In the transaction that ends the poll. */
  onEnd?: (tx: Db, poll: PollRow, now: Date) => Promise<void>;
}

/** How the problem of a poll begins whose reading waits for a person. */
export const heldProblem = "The reading is held";

/** A poll interrupted longer ago is outdated, and is not continued. */
const resumedWithinMs = 24 * 3_600_000;

export async function applyOffers(
  tx: Db,
  observations: readonly OfferObservation[],
  now: Date,
  reading?: number,
): Promise<number> {
  const { changed } = await recordOffers(tx, observations, { now, markSeen: true, reading });
  return changed;
}

/**
 * Reads a source to its end and writes its pages; continues an interrupted poll. If the store has many known prices,
 * the pages wait and are applied at the end, if their prices are plausible. Returns the poll, which is still `running`
 * if it was interrupted, or `null` if another process polls the source or nothing is due. If the source fails, the poll
 * fails, and offers that it did not reach stay as they are.
 */
export async function pollSource(db: Db, source: PollSource, options: PollOptions): Promise<PollRow | null> {
  const lock = await trySessionLock(options.connection, `poll ${source.key}`);
  if (!lock) return null;
  try {
    const polls = await listPollsOf(db, source.key, recentPolls + 1);
    if (options.isDue && !(await options.isDue(polls))) return null;
    const poll = await db.transaction((tx) => beginPoll(tx, source, polls[0], options));
    const signal = AbortSignal.any([options.signal, lock.lost]);
    return await runPoll(db, source, poll, { ...options, signal });
  } finally {
    await lock.release();
    // an interrupted poll no longer runs
    await notifySourceChange(db, source.key).catch(() => {});
  }
}

/** Continues the interrupted poll, or creates a new one. */
async function beginPoll(
  tx: Db,
  source: PollSource,
  last: PollRow | undefined,
  { clock, origin = "schedule" }: Pick<PollOptions, "clock" | "origin">,
): Promise<PollRow> {
  const now = clock();
  const wasRequested = await clearRequest(tx, source.key);
  await notifySourceChange(tx, source.key);
  if (last?.state === "running") {
    if (now.getTime() - last.startedAt.getTime() < resumedWithinMs) {
      // a source that can only be read from the beginning is also counted from there
      if (last.cursor !== null) return last;
      const reading = await findReadingOfPoll(tx, last.id);
      if (reading !== null) await dropHeldPages(tx, reading);
      return updatePoll(tx, last.id, { seen: 0, unmatched: 0, refused: 0, refusals: [] });
    }
    const brokenOff = await updatePoll(tx, last.id, { state: "failed", finishedAt: now, problem: "broke off" });
    await endReadingOf(tx, brokenOff, "failed", now);
  }
  const { key, store, country } = source;
  const [poll] = await tx.insert(pricePolls).values({ source: key, store, country, startedAt: now }).returning();
  if (source.readsOffers) {
    const reading = { kind: "poll", source: key, store, country, pollId: poll!.id } as const;
    await beginReading(tx, { ...reading, origin: wasRequested ? "panel" : origin }, now);
  }
  return poll!;
}

async function endReadingOf(tx: Db, poll: PollRow, state: "applied" | "failed", now: Date): Promise<void> {
  const reading = await findReadingOfPoll(tx, poll.id);
  if (reading !== null) await endReading(tx, reading, { state, seen: poll.seen, changed: poll.changed }, now);
}

async function runPoll(
  db: Db,
  source: PollSource,
  poll: PollRow,
  { clock, signal, isPaused = async () => false, onChanges, onEnd = async () => {} }: PollOptions,
): Promise<PollRow> {
  const known = await findLastComplete(db, source.key);
  const reading = (await findReadingOfPoll(db, poll.id)) ?? undefined;
  const waits = reading !== undefined && (await mustWait(db, source));
  let isRead = false;
  let { refusals } = poll;
  const applyWaiting = async (tx: Db) => {
    if (reading === undefined) return;
    const changed = await applyPlausible(tx, reading);
    if (changed === 0) return;
    await updatePoll(tx, poll.id, { changed: sql`${pricePolls.changed} + ${changed}` });
    await onChanges?.(tx);
  };
  const fail = (error: unknown) =>
    db.transaction(async (tx) => {
      const now = clock();
      const isHeld = error instanceof CollapsedReading && reading !== undefined;
      // what the source named before it failed
      if (!isHeld && !isRead) await applyWaiting(tx);
      const problem = isHeld ? `${heldProblem}: ${error.message}` : inOneLine(error);
      const ended = await updatePoll(tx, poll.id, { state: "failed", finishedAt: now, problem });
      if (isHeld) await holdReading(tx, reading, error, ended, now);
      else await endReadingOf(tx, ended, "failed", now);
      await onEnd(tx, ended, now);
      return ended;
    });
  try {
    for await (const page of source.read({ signal, after: poll.cursor, known, clock })) {
      refusals = addRefusals(refusals, page.refusals);
      await db.transaction(async (tx) => {
        const changed = await applyPage(tx, poll, { ...page, refusals, reading, waits }, known, clock());
        if (changed > 0) await onChanges?.(tx);
      });
      signal.throwIfAborted();
      if (await isPaused()) return requirePoll(db, poll.id);
    }
    isRead = true;
    return await db.transaction(async (tx) => {
      await applyWaiting(tx);
      const finished = await finishPoll(tx, source, poll.id, clock());
      await onEnd(tx, finished, clock());
      return finished;
    });
  } catch (error) {
    if (signal.aborted) return requirePoll(db, poll.id);
    try {
      return await fail(error);
    } catch (other) {
      // what the source named before it failed collapses
      if (other instanceof CollapsedReading) return fail(other);
      throw other;
    }
  }
}

function inOneLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.slice(0, 300);
}

const retentionDays = 90;

/** Deletes old polls, except the latest and the latest complete one of each source. */
export async function deleteOldPolls(db: Db, now: Date): Promise<void> {
  await db.execute(sql`
    delete from price_polls
    where started_at < ${now}::timestamptz - make_interval(days => ${retentionDays})
      and id not in (select max(id) from price_polls where complete group by source)
      and id not in (select max(id) from price_polls group by source)
  `);
}

/**
 * Writes a page and its cursor atomically, so that nothing is done twice; returns the number of changes. `refusals` are
 * those of all pages so far.
 */
async function applyPage(
  tx: Db,
  poll: PollRow,
  page: PollPage & { reading: number | undefined; waits: boolean },
  known: PollRow | null,
  now: Date,
): Promise<number> {
  const changed = page.unchanged ? 0 : await writePage(tx, page, now);
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
  await notifySourceChange(tx, poll.source);
  return changed;
}

async function writePage(
  tx: Db,
  { observations, reading, waits, apply }: Parameters<typeof applyPage>[2],
  now: Date,
): Promise<number> {
  const changed = await apply(tx, now, reading);
  if (!observations) return changed;
  if (waits) await holdPage(tx, reading!, { observations, seenAt: now });
  return changed + (waits ? 0 : await applyOffers(tx, observations, now, reading));
}

/** Marks the offers as seen that the known poll or a later one has seen. */
async function touchSeen(tx: Db, known: PollRow, now: Date): Promise<void> {
  await tx.execute(sql`
    update offers set last_seen_at = ${now}
    where store = ${known.store} and country = ${known.country}
      and last_seen_at >= ${known.startedAt} and last_seen_at < ${now}
  `);
}

async function finishPoll(tx: Db, source: PollSource, id: number, now: Date): Promise<PollRow> {
  await lockPrices(tx);
  const poll = await requirePoll(tx, id);
  const problem = source.exhaustive ? await checkComplete(tx, poll) : null;
  const complete = problem === null;
  const finished = await updatePoll(tx, id, { state: "done", finishedAt: now, complete, problem, cursor: null });
  const reading = await findReadingOfPoll(tx, id);
  const closed = complete && source.exhaustive ? await closeUnseen(tx, source, now, reading ?? undefined) : 0;
  await endReadingOf(tx, finished, "applied", now);
  return closed === 0 ? finished : updatePoll(tx, id, { closed }, "done");
}

/** The latest complete poll. */
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

/** Throws if another process has ended the poll meanwhile. */
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

/** Whether the known prices of the source are so many that its pages must wait until all of them are plausible. */
async function mustWait(db: Db, { store, country }: PollSource): Promise<boolean> {
  const known = await db
    .select({ gameId: offers.gameId })
    .from(offers)
    .where(and(eq(offers.store, store), eq(offers.country, country), gt(offers.priceMinor, 0), isNull(offers.endsAt)))
    .limit(minKnownPrices);
  return known.length >= minKnownPrices;
}

/**
 * Applies the waiting pages of a reading, as of the times when they were read; returns the number of changes. Throws
 * CollapsedReading, without a change, if prices collapse.
 */
async function applyPlausible(tx: Db, reading: number): Promise<number> {
  await lockPrices(tx);
  await requirePlausible(tx, await listHeldPages(tx, reading), { areNew: false });
  return applyHeldPages(tx, reading);
}
