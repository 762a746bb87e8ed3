import { basename } from "node:path";
import { AppError } from "contract/core/errors.ts";
import type { FileEncoding } from "contract/core/file-encoding.ts";
import { usDollar } from "contract/core/money.ts";
import { firstCountry } from "contract/markets/regions.ts";
import { arrayOf, textArrayOf, timeArrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import { readRows } from "../../../platform/files/rows.ts";
import { allTitles } from "../../games/table.ts";
import { listStores } from "../../stores/queries.ts";
import { lockPrices } from "../offers/commands.ts";
import { beginReading, endReading } from "../readings/commands-readings.ts";
import {
  type OfferKey,
  type PriceBackfill,
  type PricePointArrays,
  recordLearned,
  toPricePoints,
} from "./commands-history.ts";
import { createHistoryMonths } from "./commands-months.ts";
import { type HistoryRow, historyRowIn } from "./import-history-row.ts";

export interface HistoryImportOptions {
  now: Date;
  /** The market of the prices. The United States if absent. */
  market?: { country: string; currency: string };
  /** Called for each refused row, in the order of the file. */
  onProblem?: (problem: { line: number; field?: string; message: string }) => void;
  /** Of a CSV file without a byte order mark; UTF-8 by default. */
  encoding?: FileEncoding;
  /** Called with the bytes of the file read so far. */
  onRead?: (bytes: number, size: number) => void;
  /** Aborts the import; nothing is changed. */
  signal?: AbortSignal;
}

export interface HistoryImportResult {
  read: number;
  /** Invalid rows. */
  refused: number;
  /** Rows in another currency than the market's, which count as refused as well. */
  foreign: number;
  /** Rows of unknown games, or with an ambiguous title. */
  unmatched: number;
  games: number;
  /** Records added to the history. */
  added: number;
}

const usMarket = { country: firstCountry, currency: usDollar };

/** Rows per insert. */
const rowsPerBatch = 2_000;
const gamesPerBatch = 500;

/**
 * Imports past prices into the history in one transaction. The order of rows does not matter, and importing the same
 * file again adds nothing. Creates neither games nor offers, and skips sample games. Throws `invalid`, without a
 * change, for a file that cannot be read or has no row of a known game.
 */
export function importHistory(db: Db, path: string, options: HistoryImportOptions): Promise<HistoryImportResult> {
  return db.transaction(async (tx) => {
    const counts = await stageFile(tx, path, options);
    const unmatched = await matchStaged(tx);
    if (counts.staged === unmatched)
      throw new AppError("invalid", `${path} has no row of a known game; nothing was imported`);
    await createHistoryMonths(tx, options.now, await findOldest(tx));
    await lockPrices(tx);
    const { read, refused, foreign } = counts;
    const { now, market = usMarket } = options;
    const { country } = market;
    const reading = await beginReading(tx, { kind: "history", source: basename(path), country }, now);
    const applied = await applyStaged(tx, { ...options, reading });
    await endReading(tx, reading, { state: "applied", seen: read, changed: applied.added }, now);
    return { read, refused, foreign, unmatched, ...applied };
  });
}

async function stageFile(
  tx: Db,
  path: string,
  { now, market = usMarket, onProblem, onRead, encoding, signal }: HistoryImportOptions,
) {
  await tx.execute(sql`
    create temporary table staged_history (
      line integer not null,
      steam_appid integer,
      product_id text,
      title_key text,
      store text not null,
      recorded_at timestamptz not null,
      price_minor integer not null,
      regular_minor integer,
      game_id integer
    ) on commit drop
  `);
  const row = historyRowIn(market.currency, await listStores(tx));
  const counts = { read: 0, refused: 0, foreign: 0, staged: 0 };
  let batch: StagedRow[] = [];
  const flush = async () => {
    signal?.throwIfAborted();
    await stageRows(tx, batch);
    counts.staged += batch.length;
    batch = [];
  };
  for await (const read of readRows(path, onRead, undefined, encoding)) {
    counts.read += 1;
    const { line } = read;
    const checked = "problem" in read ? { problems: [{ message: read.problem }] } : checkRow(row, read.fields, now);
    if ("problems" in checked) {
      counts.refused += 1;
      if (checked.problems.every(({ field }) => field === "currency")) counts.foreign += 1;
      else for (const problem of checked.problems) onProblem?.({ line, ...problem });
      continue;
    }
    batch.push({ line, ...checked.row });
    if (batch.length === rowsPerBatch) await flush();
  }
  await flush();
  return counts;
}

type StagedRow = HistoryRow & { line: number };

function checkRow(
  schema: ReturnType<typeof historyRowIn>,
  fields: unknown,
  now: Date,
): { row: HistoryRow } | { problems: { field?: string; message: string }[] } {
  const parsed = schema.safeParse(fields);
  if (!parsed.success) {
    return {
      problems: parsed.error.issues.map(({ path, message }) => ({
        ...(path.length > 0 && { field: path.join(".") }),
        message,
      })),
    };
  }
  if (parsed.data.at > now) return { problems: [{ field: "recorded_at", message: "is in the future" }] };
  return { row: parsed.data };
}

async function stageRows(tx: Db, rows: readonly StagedRow[]): Promise<void> {
  const integers = (part: "line" | "steamAppid" | "priceMinor" | "regularMinor") =>
    sql`${arrayOf(rows.map((row) => row[part]))}::integer[]`;
  await tx.execute(sql`
    insert into staged_history
    select * from unnest(
      ${integers("line")}, ${integers("steamAppid")},
      ${textArrayOf(rows.map(({ productId }) => productId))}::text[],
      ${textArrayOf(rows.map((row) => row.titleKey))}::text[],
      ${textArrayOf(rows.map(({ store }) => store))}::text[],
      ${timeArrayOf(rows.map(({ at }) => at))}::timestamptz[],
      ${integers("priceMinor")}, ${integers("regularMinor")}
    )
  `);
}

/**
 * Matches by the store's product id, then the appid, then a title that only one game has. Returns the number of rows
 * without a game.
 */
async function matchStaged(tx: Db): Promise<number> {
  await tx.execute(sql`analyze staged_history`);
  await tx.execute(sql`
    update staged_history staged
    set game_id = known.game_id
    from (
      select store, product_id, min(game_id) as game_id from offers
      where product_id is not null
      group by store, product_id
      having count(distinct game_id) = 1
    ) known
    join games on games.id = known.game_id and not sample
    where staged.store = known.store and staged.product_id = known.product_id
  `);
  await tx.execute(sql`
    update staged_history staged
    set game_id = games.id
    from games
    where staged.game_id is null and games.steam_appid = staged.steam_appid and not sample
  `);
  await tx.execute(sql`
    update staged_history staged
    set game_id = alone.id
    from (
      select titles.title_key, min(id) as id
      from ${allTitles} titles join games on games.id = titles.game_id and not sample
      group by titles.title_key
      having count(distinct id) = 1
    ) alone
    where staged.game_id is null and staged.steam_appid is null and alone.title_key = staged.title_key
  `);
  const { rows } = await tx.execute<{ unmatched: number }>(
    sql`select count(*)::integer as unmatched from staged_history where game_id is null`,
  );
  return rows[0]!.unmatched;
}

async function findOldest(tx: Db): Promise<Date> {
  const { rows } = await tx.execute<{ oldest: string }>(
    sql`select min(recorded_at) as oldest from staged_history where game_id is not null`,
  );
  return new Date(rows[0]!.oldest);
}

async function applyStaged(
  tx: Db,
  { now, market = usMarket, signal, reading }: HistoryImportOptions & { reading: number },
): Promise<{ games: number; added: number }> {
  await tx.execute(sql`create index on staged_history (game_id)`);
  const { rows } = await tx.execute<{ game_id: number }>(
    sql`select distinct game_id from staged_history where game_id is not null order by game_id`,
  );
  let added = 0;
  for (let start = 0; start < rows.length; start += gamesPerBatch) {
    signal?.throwIfAborted();
    const ids = rows.slice(start, start + gamesPerBatch).map(({ game_id }) => game_id);
    added += await recordLearned(tx, await readStaged(tx, ids, market), { now, reading });
  }
  return { games: rows.length, added };
}

/** The file's prices of these games. Of two rows about one time the later one counts. */
async function readStaged(
  tx: Db,
  gameIds: readonly number[],
  market: Pick<OfferKey, "country" | "currency">,
): Promise<PriceBackfill[]> {
  const { rows } = await tx.execute<PricePointArrays & Pick<OfferKey, "gameId" | "store">>(sql`
    select
      game_id as "gameId",
      store,
      array_agg(extract(epoch from recorded_at)::double precision * 1000 order by line) as times,
      array_agg(price_minor order by line) as prices,
      array_agg(regular_minor order by line) as regulars
    from staged_history
    where game_id = any(${arrayOf(gameIds)}::integer[])
    group by game_id, store
  `);
  return rows.map(({ gameId, store, ...points }) => ({ ...market, gameId, store, points: toPricePoints(points) }));
}
