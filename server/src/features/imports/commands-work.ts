import { AppError } from "contract/core/errors.ts";
import type { GamesOptions, ImportSummary, PricesOptions } from "contract/imports/schema.ts";
import type { FastifyBaseLogger } from "fastify";
import { type Connection, connect, type Db } from "../../platform/db/connect.ts";
import { and, eq, sql } from "../../platform/db/drizzle.ts";
import { trySessionLock } from "../../platform/db/session-lock.ts";
import { isDatabaseUnreachable } from "../../platform/db/unreachable.ts";
import { recordChange } from "../audit/commands.ts";
import { diskFull, type UploadFolder } from "./commands-files.ts";
import { type Applied, readGames, readPrices } from "./commands-read.ts";
import { saveGameChanges } from "./commands-tracking.ts";
import { undoImport } from "./commands-undo.ts";
import { bringsPrices, type ImportRow } from "./queries.ts";
import { fileImports } from "./table.ts";

export interface ImportWork {
  db: Db;
  connection: Connection;
  folder: UploadFolder;
  /** The address of the site. */
  publicUrl: string;
  log: Pick<FastifyBaseLogger, "info" | "error">;
  clock: () => Date;
  /** Stops the work, so that another process resumes it. */
  signal: AbortSignal;
}

/** Protects against imports that crash their worker. */
const maxAttempts = 3;
const progressMs = 1_000;

/** Processes the waiting imports one by one, in one process at a time. */
export async function workOnImports(work: ImportWork): Promise<void> {
  const lock = await trySessionLock(work.connection, "file imports");
  if (!lock) return;
  const signal = AbortSignal.any([work.signal, lock.lost]);
  try {
    let isMore = true;
    while (isMore && !signal.aborted) isMore = await workOnNext({ ...work, signal });
  } finally {
    await lock.release();
  }
  // an import queued just before the release found the lock held
  if (!signal.aborted && (await hasWaiting(work.db))) await workOnImports(work);
}

const isWaiting = sql`state in ('checking', 'applying', 'undoing')`;

async function hasWaiting(db: Db): Promise<boolean> {
  return (await db.$count(fileImports, isWaiting)) > 0;
}

async function workOnNext(work: ImportWork): Promise<boolean> {
  const { db, connection, signal, log, clock } = work;
  const [next] = await db
    .update(fileImports)
    .set({ attempts: sql`${fileImports.attempts} + 1`, progress: 0, changedAt: clock() })
    .where(sql`id = (select min(id) from file_imports where ${isWaiting})`)
    .returning();
  if (!next) return false;
  // imports exceed the statement timeout for visitors
  const unlimited = connect(connection, () => {}, { size: 2 });
  try {
    if (next.attempts > maxAttempts) throw new AppError("unavailable", `Broke off ${maxAttempts} times`);
    await workOn({ ...work, db: unlimited.db }, next, (share) => void saveProgress(db, next.id, share));
  } catch (error) {
    if (signal.aborted) await revertAttempt(db, next.id);
    if (signal.aborted || isDatabaseUnreachable(error)) throw error;
    if (!(error instanceof AppError)) log.error({ err: error }, `the import ${next.id} failed`);
    await fail(db, next, problemOf(error, work.folder.fileOf(next), next.name), clock());
  } finally {
    await unlimited.close();
  }
  return true;
}

/** A shutdown does not count as an attempt. */
async function revertAttempt(db: Db, id: number): Promise<void> {
  await db
    .update(fileImports)
    .set({ attempts: sql`${fileImports.attempts} - 1` })
    .where(eq(fileImports.id, id))
    .catch(() => {});
}

/** One line, which names the file as its owner does. */
function problemOf(error: unknown, path: string, name: string): string {
  if (!(error instanceof AppError)) return "Something went wrong; the log of the site says what";
  return error.message.replaceAll(path, name).slice(0, 1_000);
}

/** A failed undo leaves the import as it was. */
function fail(db: Db, { id, state }: ImportRow, problem: string, now: Date) {
  const ended = state === "undoing" ? ("done" as const) : ("failed" as const);
  return db
    .update(fileImports)
    .set({ state: ended, problem, progress: null, changedAt: now })
    .where(and(eq(fileImports.id, id), eq(fileImports.state, state)));
}

async function workOn(work: ImportWork, next: ImportRow, onShare: (share: number) => void): Promise<void> {
  if (next.state === "undoing") return undo(work, next);
  const { db, folder, clock } = work;
  const now = clock();
  const isDryRun = next.state === "checking";
  const reported = throttle(progressMs, onShare);
  const room = await watchRoom(folder);
  const reading = {
    path: folder.fileOf(next),
    rejectedPath: folder.rejectedOf(next.id),
    now,
    isDryRun,
    signal: AbortSignal.any([work.signal, room.signal]),
    maxUnpacked: room.maxUnpacked,
    onRead(bytes: number, size: number) {
      room.check();
      reported(bytes, size);
    },
    publicUrl: work.publicUrl,
    readAs: { source: next.name, origin: "panel" as const, startedBy: next.requestedBy },
    onApplied: (tx: Db, applied: Applied) => finish(tx, next, applied, now),
    async onHeld(tx: Db, readingId: number) {
      await tx.update(fileImports).set({ readingId }).where(eq(fileImports.id, next.id));
    },
  };
  await folder.remove(reading.rejectedPath);
  const summary = await (next.kind === "games"
    ? readGames(db, reading, { ...(next.options as GamesOptions), prices: bringsPrices(next) })
    : readPrices(db, reading, next.options as PricesOptions)
  ).catch((error) => {
    throw room.signal.aborted ? room.signal.reason : error;
  });
  if (isDryRun) {
    await setState(db, next, { state: "checked", ...withSummary(summary), progress: null, changedAt: clock() });
  } else {
    // an imported file is no longer needed
    await folder.remove(reading.path);
  }
}

/** Staged rows, their games and offers, and the log that the database writes of them. */
const staged = { timesUnpacked: 4 };

/** Ends the reading of a file when the disk fills up, which the embedded database is on too. */
async function watchRoom(folder: UploadFolder) {
  const full = new AbortController();
  const room = await folder.room();
  if (room <= 0) throw diskFull();
  let isChecking = false;
  return {
    signal: full.signal,
    /** How much a file may unpack to. */
    maxUnpacked: Math.floor(room / staged.timesUnpacked),
    check(): void {
      if (isChecking) return;
      isChecking = true;
      void folder.room().then((left) => {
        isChecking = false;
        if (left <= 0) full.abort(diskFull());
      });
    },
  };
}

/** Runs in the transaction of the import, so that it is done if and only if its changes are committed. */
async function finish(
  tx: Db,
  next: ImportRow,
  { kind, summary, reading, isUndoable }: Applied,
  now: Date,
): Promise<void> {
  if (kind === "games") await saveGameChanges(tx, next.id);
  const done = {
    state: "done",
    undoable: isUndoable,
    readingId: reading,
    ...withSummary(summary),
    progress: null,
  } as const;
  await setState(tx, next, { ...done, appliedAt: now, changedAt: now });
  const { examples: _, ...counted } = summary;
  await recordChange(tx, actorOf(next), {
    action: "IMPORT",
    resourceType: "file_import",
    resourceId: next.id,
    resourceKey: next.name,
    description: `Imported ${next.name}`,
    newValue: counted,
    details: { kind: next.kind, options: next.options },
  });
}

async function undo({ db, clock }: ImportWork, next: ImportRow): Promise<void> {
  const now = clock();
  await db.transaction(async (tx) => {
    const result = await undoImport(tx, actorOf(next), { importId: next.id, readingId: next.readingId, now });
    await setState(tx, next, { state: "undone", undoable: false, undo: result, progress: null, undoneAt: now });
    const { left: _, ...counted } = result;
    await recordChange(tx, actorOf(next), {
      action: "RESTORE",
      resourceType: "file_import",
      resourceId: next.id,
      resourceKey: next.name,
      description: `Undid the import of ${next.name}`,
      oldValue: { state: "done" },
      newValue: { state: "undone", ...counted },
    });
  });
}

const withSummary = (summary: ImportSummary) => ({ summary, rejectedRows: summary.examples.length > 0 });

const actorOf = ({ requestedBy }: ImportRow) => (requestedBy === null ? null : { userId: requestedBy });

async function setState(db: Db, { id, state }: ImportRow, change: Partial<ImportRow>): Promise<void> {
  const { rowCount } = await db
    .update(fileImports)
    .set(change)
    .where(and(eq(fileImports.id, id), eq(fileImports.state, state)));
  if (rowCount === 0) throw new AppError("conflict", "The import has changed meanwhile");
}

function saveProgress(db: Db, id: number, progress: number) {
  return db
    .update(fileImports)
    .set({ progress })
    .where(and(eq(fileImports.id, id), isWaiting))
    .catch(() => {});
}

function throttle(ms: number, report: (share: number) => void): (bytes: number, size: number) => void {
  let silentUntil = 0;
  return (bytes, size) => {
    if (Date.now() < silentUntil) return;
    silentUntil = Date.now() + ms;
    report(Math.min(1, bytes / size));
  };
}
