import { closeSync, openSync, writeSync } from "node:fs";
import { AppError } from "contract/core/errors.ts";
import type { ImportKind } from "contract/imports/rules.ts";
import type { ImportSummary, PricesOptions, RejectedRow } from "contract/imports/schema.ts";
import { isFeedColumn } from "contract/prices/feed-rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { sql } from "../../platform/db/drizzle.ts";
import { csvHead, csvLine } from "../../platform/files/csv.ts";
import { requireMarket } from "../markets/queries.ts";
import type { NewReading } from "../prices/readings/commands-readings.ts";
import { createClient } from "../prices/sources/client.ts";
import { openFeed } from "../prices/sources/feed.ts";
import { importFeed, isForeign } from "../prices/sources/import-feed.ts";
import { countNewOffers, snapshotGames } from "./commands-tracking.ts";
import { importCatalogue } from "./import-catalogue.ts";
import type { GamesReading } from "./table.ts";

/** An uploaded file that is checked or imported. */
export interface Reading {
  path: string;
  rejectedPath: string;
  publicUrl: string;
  /** The name of the file, and who uploaded it. */
  readAs: Pick<NewReading, "source" | "origin" | "startedBy">;
  now: Date;
  isDryRun: boolean;
  signal: AbortSignal;
  /** In bytes: how much a catalogue file may unpack to, as the disk has no room for more. */
  maxUnpacked: number;
  onRead: (bytes: number, size: number) => void;
  /** In the transaction of the import; not called in a dry run. */
  onApplied: (tx: Db, applied: Applied) => Promise<void>;
  /** In the transaction that holds its prices. */
  onHeld: (tx: Db, readingId: number) => Promise<void>;
}

/** The result of an import. */
export interface Applied {
  summary: ImportSummary;
  kind: ImportKind;
  /** The reading that its prices were. */
  reading: number;
  /** Whether all of it can be undone. */
  isUndoable: boolean;
}

const none = { foreign: 0, unmatched: 0, sample_removed: 0, prices_left_out: 0, unknown_fields: [] };

/** Imports a catalogue file as the CLI does, if asked without its prices. Throws as `importCatalogue`. */
export async function readGames(
  db: Db,
  reading: Reading,
  options: GamesReading & { prices: boolean },
): Promise<ImportSummary> {
  const { now, isDryRun: dryRun, signal, onRead, readAs } = reading;
  const { strict, encoding, keep_sample: keepSample, accept_collapse: acceptCollapse, prices } = options;
  const rejected = openRejectedRows(reading.rejectedPath);
  let summary: ImportSummary | null = null;
  let hasSample = false;
  await importCatalogue(db, reading.path, {
    now,
    strict,
    ...(encoding && { encoding }),
    keepSample,
    prices,
    maxUnpacked: reading.maxUnpacked,
    acceptCollapse,
    readAs,
    dryRun,
    signal,
    onRead,
    onProblem: ({ line, field = null, message }) => rejected.add({ row: `line ${line}`, field, reason: message }),
    async beforeApply(tx) {
      if (dryRun) return;
      hasSample = !keepSample && (await hasSampleGames(tx));
      await snapshotGames(tx);
    },
    async afterApply(tx, result, id) {
      const { read, added, changed, unchanged, repeated, priceChanges } = result;
      summary = {
        ...none,
        read,
        added,
        changed,
        unchanged,
        repeated,
        rejected: result.refused,
        ignored: result.warned,
        price_changes: priceChanges,
        sample_removed: result.sampleRemoved,
        prices_left_out: result.pricesLeftOut,
        unknown_fields: result.unknownFields,
        examples: rejected.end(),
      };
      if (!dryRun) await reading.onApplied(tx, { kind: "games", summary, reading: id, isUndoable: !hasSample });
    },
  }).finally(rejected.end);
  return summary!;
}

async function hasSampleGames(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from games where sample limit 1`);
  return rows.length > 0;
}

/** Imports a price file as the CLI does. Throws as `importFeed`. */
export async function readPrices(db: Db, reading: Reading, options: PricesOptions): Promise<ImportSummary> {
  const { now, isDryRun: dryRun, signal, path, onRead, readAs } = reading;
  const { store, country, columns, currency, encoding, strict } = options;
  const { accept_loss: acceptLoss, accept_collapse: acceptCollapse } = options;
  const market = await requireMarket(db, country);
  if (market.shares_prices_with) {
    const msg = `${market.name} has the prices of ${market.shares_prices_with}: import them there`;
    throw new AppError("conflict", msg);
  }
  const rejected = openRejectedRows(reading.rejectedPath);
  const source = openFeed({
    store,
    market,
    location: path,
    client: createClient({ publicUrl: reading.publicUrl, paceMs: 0 }),
    columns: new Map(
      Object.entries(columns).flatMap(([ours, theirs]) =>
        isFeedColumn(ours) && theirs !== undefined ? [[ours, theirs] as const] : [],
      ),
    ),
    currency,
    encoding,
    onRead,
  });
  let summary: ImportSummary | null = null;
  await importFeed(db, source, {
    now,
    strict,
    acceptLoss,
    acceptCollapse,
    readAs,
    onHeld: reading.onHeld,
    dryRun,
    signal,
    onRefusal(refusal) {
      if (!isForeign(refusal)) rejected.add({ row: refusal.what, field: null, reason: refusal.message });
    },
    async afterApply(tx, { read, bad, warned, repeated, foreign, unmatched, games, changed, priceChanges }, id) {
      const added = await countNewOffers(tx, id);
      summary = {
        ...none,
        read,
        added,
        changed: changed - added,
        unchanged: games - changed,
        rejected: bad,
        ignored: warned,
        repeated,
        foreign,
        unmatched,
        price_changes: priceChanges,
        examples: rejected.end(),
      };
      if (!dryRun) await reading.onApplied(tx, { kind: "prices", summary, reading: id, isUndoable: true });
    },
  }).finally(rejected.end);
  return summary!;
}

/** Further rows are only counted. */
const maxRows = 100_000;
const maxExamples = 20;
/** Lines per write. */
const batchSize = 1_000;

interface RejectedRows {
  add(row: RejectedRow): void;
  /** Writes the remaining lines. Returns the first rows; without any there is no file. */
  end(): RejectedRow[];
}

/** Writes rejected rows to a CSV file. Synchronous, as the callers are. */
function openRejectedRows(path: string): RejectedRows {
  const examples: RejectedRow[] = [];
  let file: number | null = null;
  let lines: string[] = [];
  let count = 0;

  function flush(): void {
    if (lines.length === 0) return;
    file ??= openSync(path, "w", 0o600);
    writeSync(file, lines.join(""));
    lines = [];
  }

  return {
    add(row) {
      count += 1;
      if (count > maxRows) return;
      if (count === 1) lines.push(csvHead(["row", "field", "reason"]));
      if (examples.length < maxExamples) examples.push(row);
      lines.push(csvLine([row.row, row.field, row.reason]));
      if (count === maxRows) lines.push(csvLine(["", "", "What else stays out is counted"]));
      if (lines.length >= batchSize) flush();
    },
    end() {
      flush();
      if (file !== null) closeSync(file);
      file = null;
      return examples;
    },
  };
}
