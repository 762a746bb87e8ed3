import type { StoreKey } from "contract/stores/store-key.ts";
import { arrayOf, textArrayOf, timeArrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { type SQL, sql } from "../../../platform/db/drizzle.ts";
import { saveGamePrices } from "../offers/commands-derive.ts";
import type { ObservedOffer } from "../offers/commands-observed.ts";
import { imageOffers, mergeImages, saveListedPrices } from "../readings/commands-images.ts";
import { highestBestPrice } from "./commands-backfill.ts";

/** A store's price since `at`, in minor units; `null` = it did not sell the game. */
export interface PricePoint {
  at: Date;
  priceMinor: number | null;
  regularMinor: number | null;
}

/** Points as columns: times in ms since 1970, prices in minor units. */
export type PricePointArrays = {
  times: number[];
  prices: (number | null)[];
  regulars: (number | null)[];
};

export function toPricePoints({ times, prices, regulars }: PricePointArrays): PricePoint[] {
  return times.map((time, index) => ({
    at: new Date(time),
    priceMinor: prices[index]!,
    regularMinor: regulars[index]!,
  }));
}

/** Identifies an offer, with its currency. */
export type OfferKey = {
  gameId: number;
  country: string;
  store: StoreKey;
  currency: string;
};

/** Past prices of a game at a store, in any order. */
export interface PriceBackfill extends OfferKey {
  points: readonly PricePoint[];
}

/** The stored history of an offer. */
interface StoredSeries extends OfferKey {
  points: PricePoint[];
  /** Null without an offer. */
  lastSeenAt: Date | null;
  /** The store reports stock, which the history does not include. */
  tracksStock: boolean;
  voided: PricePoint[];
}

/**
 * Adds late observations to the history. The history has only changes, so a different price is in force until the next
 * record.
 */
export async function recordLatePrices(
  tx: Db,
  late: readonly ObservedOffer[],
  { now, reading }: LearnedOptions,
): Promise<void> {
  const backfills = late.map(({ gameId, country, store, currency, priceMinor, regularMinor }) => ({
    gameId,
    country,
    store,
    currency,
    points: [{ at: now, priceMinor, regularMinor }],
  }));
  await recordLearned(tx, backfills, { now, reading });
}

export interface LearnedOptions {
  now: Date;
  /** The id of the reading, which can then be undone. */
  reading?: number | undefined;
}

/**
 * Adds past prices to the history, which has only changes, in any order. Existing records take precedence. Current
 * prices change only if they are older; no offer is created. Must run in the transaction that holds the price lock.
 * Returns the number of records added.
 */
export async function recordLearned(
  tx: Db,
  backfills: readonly PriceBackfill[],
  { now, reading }: LearnedOptions,
): Promise<number> {
  if (backfills.length === 0) return 0;
  const stored = await readSeries(tx, backfills);
  const pastOf = new Map(stored.map((past) => [keyOf(past), past]));
  const lines = backfills.map(({ points, ...offer }) => {
    const past = pastOf.get(keyOf(offer)) ?? { ...offer, points: [], lastSeenAt: null, tracksStock: false, voided: [] };
    if (!pastOf.has(keyOf(offer))) {
      stored.push(past);
      pastOf.set(keyOf(offer), past);
    }
    const line = mergePoints(past.points, points, past.voided);
    const before = new Set(past.points);
    const after = new Set(line);
    return {
      ...past,
      line,
      added: line.filter((point) => !before.has(point)),
      removed: past.points.filter((point) => !after.has(point)),
    };
  });
  const changed = lines.filter(({ added, removed }) => added.length + removed.length > 0);
  if (changed.length === 0) return 0;
  if (reading !== undefined) await savePast(tx, changed, { now, reading });
  await rewriteSeries(tx, changed, reading);
  await updateOffers(tx, changed, { now, reading });
  for (const { line, ...offer } of changed) pastOf.get(keyOf(offer))!.points = line;
  await deriveFromSeries(tx, changed, stored, now);
  return changed.reduce((sum, { added }) => sum + added.length, 0);
}

const keyOf = ({ gameId, country, store }: Omit<OfferKey, "currency">) => `${gameId} ${country} ${store}`;
const pairOf = ({ gameId, country }: Pick<OfferKey, "gameId" | "country">) => `${gameId} ${country}`;

type Line = StoredSeries & { line: PricePoint[]; added: PricePoint[]; removed: PricePoint[] };

/**
 * Merges points, ascending, each different from the one before. Of two points at one time the stored one wins. Added
 * points that repeat a voided one are left out; a stored record after a voided one stays, in case that is restored.
 */
export function mergePoints(
  stored: readonly PricePoint[],
  added: readonly PricePoint[],
  voided: readonly PricePoint[] = [],
): PricePoint[] {
  const byTime = new Map([...added, ...stored, ...voided].map((point) => [point.at.getTime(), point]));
  const isVoided = new Set(voided);
  const isAdded = new Set(added);
  const line: PricePoint[] = [];
  let before: PricePoint | undefined;
  for (const point of [...byTime.values()].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    const repeats = before !== undefined && isSamePrice(point, before);
    const repeatsVoided = repeats && isVoided.has(before!);
    if (repeatsVoided && isAdded.has(point)) continue;
    if (!isVoided.has(point) && (!repeats || repeatsVoided)) line.push(point);
    before = point;
  }
  return line;
}

const isSamePrice = (a: PricePoint, b: PricePoint) =>
  a.priceMinor === b.priceMinor && a.regularMinor === b.regularMinor;

/**
 * The history of the games at every store of these markets, with voided records. A full join cannot become nested
 * loops, whatever the statistics.
 */
async function readSeries(tx: Db, backfills: readonly OfferKey[]): Promise<StoredSeries[]> {
  const pairs = [...new Map(backfills.map((offer) => [pairOf(offer), offer])).values()];
  const isOfGames = sql`game_id = any(${arrayOf([...new Set(pairs.map(({ gameId }) => gameId))])}::integer[])
    and country = any(${textArrayOf([...new Set(pairs.map(({ country }) => country))])}::text[])`;
  const voided = await readVoided(tx, isOfGames);
  const { rows } = await tx.execute<PricePointArrays & OfferKey & { seen: number | null; tracksStock: boolean }>(sql`
    select
      game_id as "gameId",
      country,
      store,
      coalesce(offer.currency, history.currency) as currency,
      extract(epoch from last_seen_at)::double precision * 1000 as seen,
      in_stock is not null as "tracksStock",
      coalesce(times, '{}') as times,
      prices,
      regulars
    from (select game_id, country, store, currency, last_seen_at, in_stock from offers where ${isOfGames}) offer
    full join (
      select
        game_id,
        country,
        store,
        max(currency) as currency,
        ${pointArrays}
      from price_history
      where ${isOfGames}
      group by game_id, country, store
    ) history using (game_id, country, store)
  `);
  return rows.map(({ gameId, country, store, currency, seen, tracksStock, ...points }) => ({
    gameId,
    country,
    store,
    currency,
    lastSeenAt: seen === null ? null : new Date(seen),
    tracksStock,
    points: toPricePoints(points),
    voided: voided.get(keyOf({ gameId, country, store })) ?? [],
  }));
}

const pointArrays = sql`
  array_agg(extract(epoch from recorded_at)::double precision * 1000 order by recorded_at) as times,
  array_agg(price_minor order by recorded_at) as prices,
  array_agg(regular_minor order by recorded_at) as regulars`;

/** The voided records by offer. */
async function readVoided(tx: Db, isOfGames: SQL): Promise<ReadonlyMap<string, PricePoint[]>> {
  const { rows } = await tx.execute<PricePointArrays & Omit<OfferKey, "currency">>(sql`
    select game_id as "gameId", country, store, ${pointArrays}
    from voided_records
    where ${isOfGames}
    group by game_id, country, store
  `);
  return new Map(
    rows.map(({ times, prices, regulars, ...offer }) => [keyOf(offer), toPricePoints({ times, prices, regulars })]),
  );
}

/** Stores the prices in lists and the records that the reading removes from the history. */
async function savePast(tx: Db, lines: readonly Line[], { now, reading }: Required<LearnedOptions>): Promise<void> {
  await saveListedPrices(
    tx,
    reading!,
    sql`select distinct game_id, country from unnest(${keysOf(lines)})
    as line (game_id, country, store)`,
    now,
  );
  const removed = removedOf(lines);
  if (removed.length === 0) return;
  await tx.execute(sql`
    insert into reading_images (reading_id, game_id, country, what, store, at, last_at, before)
    select ${reading}::integer, game_id, country, 'records', store, ${now}, ${now},
      jsonb_object_agg(recorded_at, to_jsonb(history))
    from unnest(${keysOf(removed)}, ${timesOf(removed)}) as removed (game_id, country, store, recorded_at)
    join price_history history using (game_id, country, store, recorded_at)
    group by game_id, country, store
    ${mergeImages}
  `);
}

const removedOf = (lines: readonly Line[]) =>
  lines.flatMap(({ removed, ...offer }) => removed.map((point) => ({ ...offer, ...point })));

async function rewriteSeries(tx: Db, lines: readonly Line[], reading: number | undefined): Promise<void> {
  const removed = removedOf(lines);
  const added = lines.flatMap(({ added, ...offer }) => added.map((point) => ({ ...offer, ...point })));
  await tx.execute(sql`
    delete from price_history
    using unnest(${keysOf(removed)}, ${timesOf(removed)}) as removed (game_id, country, store, recorded_at)
    where price_history.game_id = removed.game_id and price_history.country = removed.country
      and price_history.store = removed.store and price_history.recorded_at = removed.recorded_at
  `);
  await tx.execute(sql`
    insert into price_history (
      game_id, country, store, currency, recorded_at, price_minor, regular_minor, reading_id
    )
    select *, ${reading ?? null}::integer
    from unnest(${keysOf(added)}, ${currenciesOf(added)}, ${timesOf(added)}, ${pricesOf(added)})
  `);
}

/** Updates offers that were last seen before the end of their line, unless a price is set by hand. */
async function updateOffers(tx: Db, lines: readonly Line[], { now, reading }: LearnedOptions): Promise<void> {
  const newer = lines
    .map(({ line, ...offer }) => ({ ...offer, ...line.at(-1)! }))
    .filter(({ lastSeenAt, at }) => lastSeenAt !== null && lastSeenAt < at);
  if (newer.length === 0) return;
  const update = sql`
    update offers
    set price_minor = last.price_minor, regular_minor = last.regular_minor, last_seen_at = last.at
    from unnest(${keysOf(newer)}, ${timesOf(newer)}, ${pricesOf(newer)})
      as last (game_id, country, store, at, price_minor, regular_minor)
    where offers.game_id = last.game_id and offers.country = last.country and offers.store = last.store
      and not exists (
        select from price_overrides held
        where held.game_id = offers.game_id and held.country = offers.country and held.store = offers.store
      )
    returning offers.*`;
  await tx.execute(
    reading === undefined ? update : sql`with updated as (${update}), ${imageOffers(reading, sql`${now}`)} select`,
  );
}

/** Recomputes lows from whole lines, except for stores that report stock: their recorded lows are more reliable. */
async function deriveFromSeries(
  tx: Db,
  lines: readonly Line[],
  stored: readonly StoredSeries[],
  now: Date,
): Promise<void> {
  const byGame = Map.groupBy(stored, pairOf);
  const games = [...new Map(lines.map((line) => [pairOf(line), line])).values()].map((line) => ({
    ...line,
    highest: highestBestPrice(byGame.get(pairOf(line))!.map(({ store, points }) => ({ store, steps: points }))),
  }));
  const periods = lines.flatMap(({ line, added, tracksStock, ...offer }) => {
    const isAdded = new Set(added);
    return line
      .filter((point, index) => point.priceMinor !== line[index - 1]?.priceMinor)
      .filter((point) => !tracksStock || isAdded.has(point))
      .map((point) => ({ ...offer, ...point }));
  });
  const recomputed = lines.filter(({ tracksStock }) => !tracksStock);
  await saveGamePrices(tx, {
    games: sql`
      select * from unnest(
        ${arrayOf(games.map(({ gameId }) => gameId))}::integer[],
        ${textArrayOf(games.map(({ country }) => country))}::text[],
        ${arrayOf(games.map(({ highest }) => highest))}::integer[]
      )
    `,
    periods: sql`
      select game_id, country, store, currency, price_minor, begun_at
      from unnest(${keysOf(periods)}, ${currenciesOf(periods)}, ${timesOf(periods)}, ${pricesOf(periods)})
        as period (game_id, country, store, currency, begun_at, price_minor, regular_minor)
    `,
    recomputed: sql`select * from unnest(${keysOf(recomputed)})`,
    now,
  });
}

const keysOf = (rows: readonly OfferKey[]) => sql`
  ${arrayOf(rows.map(({ gameId }) => gameId))}::integer[], ${textArrayOf(rows.map(({ country }) => country))}::text[],
  ${textArrayOf(rows.map(({ store }) => store))}::text[]`;
const currenciesOf = (rows: readonly OfferKey[]) => sql`${textArrayOf(rows.map(({ currency }) => currency))}::text[]`;
const timesOf = (rows: readonly PricePoint[]) => sql`${timeArrayOf(rows.map(({ at }) => at))}::timestamptz[]`;
const pricesOf = (rows: readonly PricePoint[]) => sql`
  ${arrayOf(rows.map(({ priceMinor }) => priceMinor))}::integer[],
  ${arrayOf(rows.map(({ regularMinor }) => regularMinor))}::integer[]`;
