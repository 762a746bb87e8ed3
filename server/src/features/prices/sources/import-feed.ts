import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { inTransaction } from "../../../platform/db/dry-run.ts";
import { readMatched } from "../matching/matching.ts";
import { recordOffers } from "../offers/commands.ts";
import {
  beginReading,
  CollapsedReading,
  endReading,
  holdReading,
  type NewReading,
  requirePlausible,
  type SeenPage,
} from "../readings/commands-readings.ts";
import { isWarning, type PriceSource, type Refusal, type RefusalReason, SourceError } from "./source.ts";

export interface FeedImportOptions {
  now: Date;
  /** Roll everything back at the end. */
  dryRun?: boolean;
  /** A bad row fails the import. */
  strict?: boolean;
  /** Accept a feed that has lost more than 30 % of its offers since the last time. */
  acceptLoss?: boolean;
  /** Accept prices that collapse; otherwise the reading is held (spec/price-sources 8.2). */
  acceptCollapse?: boolean;
  /** Called with the id of the reading, in the transaction that holds it. */
  onHeld?: (tx: Db, reading: number) => Promise<void>;
  /** The name of the file and what started the import; the command line by default. */
  readAs?: Partial<Pick<NewReading, "source" | "origin" | "startedBy">>;
  onRefusal?: (refusal: Refusal) => void;
  /** Aborts the import; nothing is changed. */
  signal: AbortSignal;
  /** Called in the transaction before the first price is written. */
  beforeApply?: (tx: Db) => Promise<void>;
  /** Called in the transaction once all prices are written. */
  afterApply?: (tx: Db, result: FeedImportResult, reading: number) => Promise<void>;
}

export interface FeedImportResult {
  /** Rows read. */
  read: number;
  /** Invalid rows. */
  bad: number;
  /** Optional cells that were ignored; their rows count. */
  warned: number;
  /** Rows replaced by a later row about the same product. */
  repeated: number;
  /** Products for other platforms or regions. */
  foreign: number;
  /** Products that were not matched with certainty. */
  unmatched: number;
  games: number;
  /** Offers that are new or differ in any part. */
  changed: number;
  priceChanges: number;
}

/** The row is bad, not just irrelevant here. */
const badReasons = new Set<RefusalReason>(["shape", "currency", "price", "zero"]);
const foreignReasons = new Set<RefusalReason>(["platform", "region"]);

/** The product is for other machines or regions: most key shops sell more for consoles than for PCs. */
export function isForeign({ reason }: Refusal): boolean {
  return foreignReasons.has(reason);
}

/**
 * Imports a store's product feed (spec/price-sources 4.5) in one transaction: reads it to its end, then applies it in
 * pages. Closes no offer, since a product missing from a file may still be sold. Importing the same file again changes
 * nothing. Throws `invalid`, without a change, for a feed that is implausible or has no valid row, and with
 * `strict` for an invalid row.
 */
export async function importFeed(db: Db, source: PriceSource, options: FeedImportOptions): Promise<FeedImportResult> {
  try {
    return await inTransaction(db, options, (tx) => importInto(tx, source, options));
  } catch (error) {
    if (error instanceof CollapsedReading) throw await refuseCollapsed(db, source, error, options);
    if (error instanceof SourceError) throw new AppError("invalid", `${error.message}; nothing was imported`);
    throw error;
  }
}

const beginFeed = (tx: Db, { key, store, country }: PriceSource, { readAs, now }: FeedImportOptions) =>
  beginReading(tx, { kind: "prices", source: key, store, country, ...readAs }, now);

/** Holds the reading, except in a dry run. */
function refuseCollapsed(
  db: Db,
  source: PriceSource,
  collapsed: CollapsedReading,
  options: FeedImportOptions,
): Promise<AppError> {
  return db.transaction(async (tx) => {
    const refusal = `${collapsed.message}; nothing was imported.`;
    if (options.dryRun) return new AppError("invalid", `${refusal} If they are right, accept the collapse`);
    const reading = await beginFeed(tx, source, options);
    await holdReading(tx, reading, collapsed, { seen: 0, changed: 0 }, options.now);
    await options.onHeld?.(tx, reading);
    return new AppError(
      "invalid",
      `${refusal} It is held as reading ${reading}: if the prices are right, apply it (readings apply ${reading}) or ` +
        "import the file with --accept-collapse",
    );
  });
}

async function importInto(tx: Db, source: PriceSource, options: FeedImportOptions): Promise<FeedImportResult> {
  const { now, strict = false, acceptLoss = false, acceptCollapse = false, signal } = options;
  const reading = await beginFeed(tx, source, options);
  const check = acceptCollapse ? undefined : (pages: readonly SeenPage[]) => requirePlausible(tx, pages);
  const result: FeedImportResult = {
    read: 0,
    bad: 0,
    warned: 0,
    repeated: 0,
    foreign: 0,
    unmatched: 0,
    games: 0,
    changed: 0,
    priceChanges: 0,
  };
  const onRefusal = (refusal: Refusal) => {
    if (badReasons.has(refusal.reason)) result.bad += 1;
    else if (isWarning(refusal)) result.warned += 1;
    else if (isForeign(refusal)) result.foreign += 1;
    else result.repeated += 1;
    options.onRefusal?.(refusal);
  };
  let isApplying = false;
  for await (const page of readMatched(tx, source, { now, signal, acceptLoss, check, onRefusal })) {
    result.read += page.seen;
    if (strict && result.bad > 0) {
      throw new AppError("invalid", `${result.bad} of ${result.read} rows are invalid; nothing was imported`);
    }
    if (!isApplying) await options.beforeApply?.(tx);
    isApplying = true;
    const recorded = await recordOffers(tx, page.observations, { now, reading });
    result.unmatched += page.unmatched;
    result.games += recorded.observed;
    result.changed += recorded.changed;
    result.priceChanges += recorded.priceChanges;
    if (signal.aborted) throw new SourceError("stopped", "stopped");
  }
  await endReading(tx, reading, { state: "applied", seen: result.read, changed: result.changed }, now);
  await options.afterApply?.(tx, result, reading);
  return result;
}
