import { basename } from "node:path";
import { AppError } from "contract/core/errors.ts";
import type { FileEncoding } from "contract/core/file-encoding.ts";
import { ratingFromReviews } from "contract/games/rules.ts";
import { collapseOf } from "contract/prices/collapse-rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { type SQL, sql } from "../../platform/db/drizzle.ts";
import { inTransaction } from "../../platform/db/dry-run.ts";
import { type ReadRow, readRows } from "../../platform/files/rows.ts";
import { insertGames, updateGames } from "../games/import/apply.ts";
import { counts, matchStaged } from "../games/import/match.ts";
import { ImportRow, importFields, isOptional, withoutBareZeros } from "../games/import/row.ts";
import { openStaging, type StagedGame, stageGames } from "../games/import/stage.ts";
import { settleTitles } from "../games/import/titles.ts";
import { underOverrides } from "../games/policy-overrides.ts";
import { listCountries } from "../markets/queries.ts";
import { lockPrices, type RecordedOffers, recordObserved } from "../prices/offers/commands.ts";
import { beginReading, comparePrices, endReading, type NewReading } from "../prices/readings/commands-readings.ts";
import { listStores } from "../stores/queries.ts";
import { recordSample, retireSample } from "./seed-sample.ts";

export interface ImportOptions {
  now: Date;
  /** A single bad row cancels the import. */
  strict?: boolean;
  /** In bytes: reject a file that unpacks to more. */
  maxUnpacked?: number;
  /** Do all the work, then roll it back. */
  dryRun?: boolean;
  /** Keep the sample games next to the real ones. */
  keepSample?: boolean;
  /** `false`: games only, without the prices and links of their offers. */
  prices?: boolean;
  /** Accept prices that collapse, which otherwise cancel the import. */
  acceptCollapse?: boolean;
  /** The name of the file and what started the import; the command line by default. */
  readAs?: Partial<Pick<NewReading, "source" | "origin" | "startedBy">>;
  /** The file's field names by ours. */
  fieldNames?: ReadonlyMap<string, string>;
  /** Of a CSV file without a byte order mark; UTF-8 by default. */
  encoding?: FileEncoding;
  /** Called with each problem, in the order of detection. */
  onProblem?: (problem: RowProblem) => void;
  /** Called with the bytes of the file read so far. */
  onRead?: (bytes: number, size: number) => void;
  /** Aborts the import while the file is read; nothing is changed. */
  signal?: AbortSignal;
  /** Called in the transaction once the rows are matched. */
  beforeApply?: (tx: Db) => Promise<void>;
  /** Called in the transaction once everything is written. */
  afterApply?: (tx: Db, result: ImportResult, reading: number) => Promise<void>;
}

/** `field` is missing if the row as a whole is invalid. */
export interface RowProblem {
  line: number;
  field?: string;
  message: string;
}

export interface ImportResult extends AppliedGames {
  read: number;
  /** Rows that are invalid or ambiguous. */
  refused: number;
  /** Values that were ignored; their rows count. */
  warned: number;
  /** Rows superseded by a later row about the same game. */
  repeated: number;
  sampleRemoved: number;
  /** Offers that the file has, imported without prices. */
  pricesLeftOut: number;
  /** Whether sample games remain. */
  sampleLeft: boolean;
  /** Field names in the file that the import ignores. */
  unknownFields: string[];
}

/** Rows per database call. */
const batchSize = 500;

/** Limits the memory that a garbage file can use. */
const maxUnknownFields = 50;

/**
 * Imports a file of games into the catalogue (spec/price-sources 5), in one transaction: rows are checked one by one
 * and staged, then matched and applied together. Importing the same file again changes nothing. Memory does not grow
 * with the file. Throws `invalid`, without a change, for a file that cannot be read, has no valid row, or with `strict`
 * a bad one.
 */
export async function importCatalogue(db: Db, path: string, options: ImportOptions): Promise<ImportResult> {
  const result = await inTransaction(db, options, (tx) => importInto(tx, path, options));
  // the transaction collected statistics before it filled the tables
  if (!options.dryRun) await db.execute(sql`analyze games, offers, game_prices`);
  return result;
}

async function importInto(tx: Db, path: string, options: ImportOptions): Promise<ImportResult> {
  const { now, strict = false, keepSample = false, acceptCollapse, readAs } = options;
  await openStaging(tx);
  const { read, refused: refusedRows, warned, pricesLeftOut, unknownFields } = await stageFile(tx, path, options);
  await matchStaged(tx);
  await settleTitles(tx);
  const { repeated, ambiguous } = await reportUnmatched(tx, options);
  const refused = refusedRows + ambiguous;
  if (strict && refused > 0)
    throw new AppError("invalid", `${refused} of ${read} rows are invalid; nothing was imported`);
  if (read === refused) throw new AppError("invalid", `${path} has no valid row; nothing was imported`);
  await options.beforeApply?.(tx);
  await completeRatings(tx);
  const sampleRemoved = keepSample ? 0 : await retireSample(tx, now);
  const reading = await beginReading(tx, { kind: "catalogue", source: basename(path), ...readAs }, now);
  const { offersChanged, ...applied } = await applyStaged(tx, { now, reading, acceptCollapse });
  await endReading(tx, reading, { state: "applied", seen: read, changed: offersChanged }, now);
  const sampleLeft = await recordSample(tx, now);
  const counted = { read, refused, warned, repeated, sampleRemoved, pricesLeftOut, sampleLeft, unknownFields };
  const result = { ...applied, ...counted };
  await options.afterApply?.(tx, result, reading);
  return result;
}

async function stageFile(
  tx: Db,
  path: string,
  { prices = true, maxUnpacked, fieldNames, onProblem, onRead, encoding, signal }: ImportOptions,
) {
  const unknownFields = new Set<string>();
  const stores = new Map((await listStores(tx)).map(({ key, kind }) => [key, kind]));
  const places = { stores, countries: new Set(await listCountries(tx)) };
  let read = 0;
  let refused = 0;
  let pricesLeftOut = 0;
  let warned = 0;
  let batch: StagedGame[] = [];
  const stage = async () => {
    pricesLeftOut += (await stageGames(tx, batch, { prices })).leftOut;
    batch = [];
  };
  for await (const row of readRows(path, onRead, maxUnpacked, encoding)) {
    read += 1;
    const checked = checkRow(row, fieldNames, unknownFields, places);
    const { problems } = checked;
    for (const problem of problems) onProblem?.({ line: row.line, ...problem });
    if (checked.row) {
      warned += problems.length;
      batch.push({ line: row.line, row: checked.row });
    } else refused += 1;
    if (batch.length === batchSize) {
      signal?.throwIfAborted();
      await stage();
    }
  }
  await stage();
  return { read, refused, warned, pricesLeftOut, unknownFields: [...unknownFields] };
}

type FieldProblem = Omit<RowProblem, "line">;

/** The row, with problems of values that were ignored, or the problems for which it is refused. */
function checkRow(
  row: ReadRow,
  fieldNames: ReadonlyMap<string, string> | undefined,
  unknownFields: Set<string>,
  places: Places,
): { row: ImportRow | null; problems: FieldProblem[] } {
  if ("problem" in row) return { row: null, problems: [{ message: row.problem }] };
  const named = rename(row.fields, fieldNames);
  collectUnknown(named, unknownFields);
  const { parsed, ignored } = parseRow(named);
  if (!parsed.success) return { row: null, problems: parsed.error.issues.map(toProblem) };
  const unknown = unknownPlaces(parsed.data, places);
  if (unknown.length > 0) return { row: null, problems: unknown };
  const { row: priced, zeros } = withoutBareZeros(parsed.data, (store) => places.stores.get(store) === "official");
  const bareZeros = zeros.map((field) => ({ field, message: "is 0, but nothing says that it is free" }));
  const problems = [...ignored.map(toProblem), ...bareZeros].map(({ message, ...field }) => ({
    ...field,
    message: `${message}: the row counts without it`,
  }));
  return { row: priced, problems };
}

/** Parses a row; unreadable optional values are left out. */
function parseRow(fields: unknown) {
  const parsed = ImportRow.safeParse(fields);
  const issues = parsed.error?.issues ?? [];
  if (issues.length === 0 || !issues.every(({ path }) => isOptional(path))) return { parsed, ignored: [] };
  const rest = structuredClone(fields);
  for (const { path } of issues) {
    const owner = path.slice(0, -1).reduce((value, key) => (value as Record<PropertyKey, unknown>)[key], rest);
    delete (owner as Record<PropertyKey, unknown>)[path.at(-1)!];
  }
  return { parsed: ImportRow.safeParse(rest), ignored: issues };
}

function toProblem({ path, message }: { path: readonly PropertyKey[]; message: string }): FieldProblem {
  return { ...(path.length > 0 && { field: path.join(".") }), message };
}

interface Places {
  /** The kinds of the stores by key. */
  stores: ReadonlyMap<string, string>;
  countries: ReadonlySet<string>;
}

/** Problems of prices in stores or countries that the site does not have. */
function unknownPlaces({ prices }: ImportRow, { stores, countries }: Places): FieldProblem[] {
  return (prices ?? []).flatMap(({ store, country }, n) => [
    ...(stores.has(store) ? [] : [{ field: `prices.${n}.store`, message: `"${store}" is not the key of a store` }]),
    ...(countries.has(country) ? [] : [{ field: `prices.${n}.country`, message: `"${country}" is not a market` }]),
  ]);
}

function rename(fields: unknown, names: ReadonlyMap<string, string> | undefined): unknown {
  if (!names || !isObject(fields)) return fields;
  const renamed = { ...fields };
  for (const [ours, theirs] of names) {
    delete renamed[theirs];
    renamed[ours] = fields[theirs];
  }
  return renamed;
}

function collectUnknown(fields: unknown, unknownFields: Set<string>): void {
  if (!isObject(fields) || unknownFields.size >= maxUnknownFields) return;
  for (const name of Object.keys(fields)) {
    if (!(importFields as string[]).includes(name)) unknownFields.add(name);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reports the rows that are superseded by other rows or ambiguous among existing games. */
async function reportUnmatched(tx: Db, { onProblem }: ImportOptions): Promise<{ repeated: number; ambiguous: number }> {
  let repeated = 0;
  let ambiguous = 0;
  for (let after = 0; ; ) {
    const { rows } = await tx.execute<{ line: number; repeated_by: number | null; candidates: number | null }>(sql`
      select line, repeated_by, candidates
      from staged_games
      where line > ${after} and (repeated_by is not null or candidates is not null)
      order by line
      limit ${batchSize}
    `);
    for (const { line, repeated_by, candidates } of rows) {
      if (repeated_by !== null) {
        repeated += 1;
        onProblem?.({ line, message: `is about the same game as line ${repeated_by}, which counts` });
      } else {
        ambiguous += 1;
        const fits = `fits ${candidates} games of that title and year: name its steam_appid`;
        onProblem?.({ line, message: candidates === 0 ? "is about a game that was merged into another one" : fits });
      }
    }
    const last = rows.at(-1);
    if (!last) return { repeated, ambiguous };
    after = last.line;
  }
}

const pageSize = 1_000;

/**
 * Derives the rating of matched rows from score and count. A row may have only one of the three while the game, or an
 * edit of it, has the others.
 */
async function completeRatings(tx: Db): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await tx.execute<{ line: number; score: number | null; count: number }>(sql`
      select line, merged.review_score as score, merged.review_count as count
      from staged_games staged
      join games old on old.id = staged.game_id
      cross join lateral jsonb_populate_record(old, ${underOverrides(sql`staged.facts`, sql`old.overrides`)}) merged
      where line > ${after} and ${counts}
        and facts ?| array['rating', 'review_score', 'review_count']
        and (jsonb_typeof(facts -> 'review_score') = 'number'
          and jsonb_typeof(facts -> 'review_count') = 'number'
          and not old.overrides ?| array['review_score', 'review_count']) is not true
        and (merged.review_count = 0 or (merged.review_score is not null and merged.review_count is not null))
      order by line
      limit ${pageSize}
    `);
    const ratings = rows.map(({ line, score, count }) => ({ line, rating: ratingFromReviews(score ?? 0, count) }));
    await tx.execute(sql`
      update staged_games staged
      set facts = facts || jsonb_build_object('rating', rated.rating)
      from json_to_recordset(${JSON.stringify(ratings)}) as rated (line integer, rating double precision)
      where staged.line = rated.line
    `);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.line;
  }
}

export interface AppliedGames {
  added: number;
  /** Games with a changed fact or offer. */
  changed: number;
  unchanged: number;
  priceChanges: number;
}

export interface ApplyOptions {
  now: Date;
  /** The id of the reading that the prices are. */
  reading?: number;
  /** Accept prices that collapse. */
  acceptCollapse?: boolean | undefined;
}

/**
 * Writes the matched games of the staging tables into the catalogue; unchanged ones are not written. Throws `invalid`
 * if the prices of a store collapse (spec/price-sources 8.2).
 */
export async function applyStaged(tx: Db, options: ApplyOptions): Promise<AppliedGames & { offersChanged: number }> {
  const { now } = options;
  // blocks concurrent edits, which would be overwritten with values read before them
  await lockPrices(tx);
  const updatedIds = await updateGames(tx, now);
  await insertGames(tx, now);
  const { gameIds, priceChanges, changed: offersChanged } = await recordStagedOffers(tx, options);
  const { rows } = await tx.execute<Record<"added" | "changed" | "unchanged", number>>(sql`
    with result as (
      select is_new, game_id = any(${sql.param([...updatedIds, ...gameIds])}::integer[]) as is_touched
      from staged_games
      where ${counts}
    )
    select
      (count(*) filter (where is_new))::integer as added,
      (count(*) filter (where not is_new and is_touched))::integer as changed,
      (count(*) filter (where not is_new and not is_touched))::integer as unchanged
    from result
  `);
  return { ...rows[0]!, priceChanges, offersChanged };
}

async function recordStagedOffers(
  tx: Db,
  { now, reading, acceptCollapse = false }: ApplyOptions,
): Promise<Omit<RecordedOffers, "observed">> {
  const stagedOffers = (columns: SQL) => sql`
    select distinct on (game_id, country, store) game_id, country, store, currency, price_minor ${columns}
    from staged_offers
    join staged_games using (line)
    where ${counts}
    order by game_id, country, store, staged_offers.ctid desc
  `;
  if (!acceptCollapse) await refuseCollapsed(tx, stagedOffers(sql``));
  const observed = stagedOffers(sql`
    , price_said, regular_minor, regular_said, link, link_said, in_stock, stock_said, null::text, false, null::text[],
    false, null::timestamptz, null::timestamptz, null::text[], false`);
  return recordObserved(tx, observed, { now, reading });
}

async function refuseCollapsed(tx: Db, offers: SQL): Promise<void> {
  for (const { store, country, pairs } of await comparePrices(tx, offers)) {
    const problem = collapseOf(pairs);
    if (problem === null) continue;
    const which = `${store} in ${country}: ${problem}; nothing was imported.`;
    throw new AppError("invalid", `${which} If the prices are right, import the file with --accept-collapse`);
  }
}
