import type { StoreKey } from "contract/stores.ts";
import { sql } from "drizzle-orm";
import { arrayOf, timeArrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { saveGamePrices } from "../offers/commands-derive.ts";
import type { ObservedOffer } from "../offers/commands-observed.ts";
import { highestBestPrice } from "./commands-backfill.ts";

/** What a store asked from `at` on, in cents; `null` = nothing, it did not sell the game. */
export interface PricePoint {
  at: Date;
  priceCents: number | null;
  regularCents: number | null;
}

/** Points as columns: times in ms since 1970, prices in cents. */
export type PricePointArrays = {
  times: number[];
  prices: (number | null)[];
  regulars: (number | null)[];
};

export function toPricePoints({ times, prices, regulars }: PricePointArrays): PricePoint[] {
  return times.map((time, index) => ({
    at: new Date(time),
    priceCents: prices[index]!,
    regularCents: regulars[index]!,
  }));
}

/** A store's prices of a game that were learned of afterwards, in any order. */
export interface PriceBackfill {
  gameId: number;
  store: StoreKey;
  points: readonly PricePoint[];
}

/** What is known of one offer. */
interface KnownSeries {
  gameId: number;
  store: StoreKey;
  points: PricePoint[];
  /** Null without an offer: the store is not known to sell the game. */
  lastSeenAt: Date | null;
  /** The store reports stock, which the history does not include. */
  tracksStock: boolean;
}

/**
 * Adds late observations to the history. Unchanged prices leave no trace there, so a different price holds until the
 * next record.
 */
export async function recordLatePrices(tx: Db, late: readonly ObservedOffer[], now: Date): Promise<void> {
  const backfills = late.map(({ gameId, store, priceCents, regularCents }) => ({
    gameId,
    store,
    points: [{ at: now, priceCents, regularCents }],
  }));
  await recordLearned(tx, backfills, now);
}

/**
 * Adds past prices to the history, which then holds only changes, in whatever order they are learned. Existing records
 * stand. The present changes only where it is older; no offer is created. Must run in the transaction that holds the
 * price lock. Returns the number of records added.
 */
export async function recordLearned(tx: Db, backfills: readonly PriceBackfill[], now: Date): Promise<number> {
  if (backfills.length === 0) return 0;
  const gameIds = [...new Set(backfills.map(({ gameId }) => gameId))];
  const known = await readBackfill(tx, gameIds);
  const pastOf = new Map(known.map((past) => [`${past.gameId} ${past.store}`, past]));
  const lines = backfills.map(({ gameId, store, points }) => {
    const past = pastOf.get(`${gameId} ${store}`)!;
    const line = mergePoints(past.points, points);
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
  await rewriteSeries(tx, changed);
  await updateOffers(tx, changed);
  for (const { gameId, store, line } of changed) pastOf.get(`${gameId} ${store}`)!.points = line;
  await deriveFromSeries(tx, changed, known, now);
  return changed.reduce((sum, { added }) => sum + added.length, 0);
}

type Line = KnownSeries & { line: PricePoint[]; added: PricePoint[]; removed: PricePoint[] };

/** Merges points: ascending, each different from the one before. Of two at a time the known one stands. */
export function mergePoints(known: readonly PricePoint[], added: readonly PricePoint[]): PricePoint[] {
  const byTime = new Map([...added, ...known].map((point) => [point.at.getTime(), point]));
  const ascending = [...byTime.values()].sort((a, b) => a.at.getTime() - b.at.getTime());
  return ascending.filter(
    ({ priceCents, regularCents }, index) =>
      priceCents !== ascending[index - 1]?.priceCents || regularCents !== ascending[index - 1]?.regularCents,
  );
}

/** The history of the games at every store. Full joins cannot become nested loops, whatever the statistics. */
async function readBackfill(tx: Db, gameIds: readonly number[]): Promise<KnownSeries[]> {
  const isOfGames = sql`game_id = any(${arrayOf(gameIds)}::integer[])`;
  const { rows } = await tx.execute<
    PricePointArrays & { gameId: number; store: StoreKey; seen: number | null; tracksStock: boolean }
  >(sql`
    select
      game_id as "gameId",
      store,
      extract(epoch from last_seen_at)::double precision * 1000 as seen,
      in_stock is not null as "tracksStock",
      coalesce(times, '{}') as times,
      prices,
      regulars
    from unnest(${arrayOf(gameIds)}::integer[]) as game (game_id)
    cross join unnest(enum_range(null::store_key)) as each_store (store)
    full join (select game_id, store, last_seen_at, in_stock from offers where ${isOfGames}) offer
      using (game_id, store)
    full join (
      select
        game_id,
        store,
        array_agg(extract(epoch from recorded_at)::double precision * 1000 order by recorded_at) as times,
        array_agg(price_cents order by recorded_at) as prices,
        array_agg(regular_cents order by recorded_at) as regulars
      from price_history
      where ${isOfGames}
      group by game_id, store
    ) history using (game_id, store)
  `);
  return rows.map(({ gameId, store, seen, tracksStock, ...points }) => ({
    gameId,
    store,
    lastSeenAt: seen === null ? null : new Date(seen),
    tracksStock,
    points: toPricePoints(points),
  }));
}

async function rewriteSeries(tx: Db, lines: readonly Line[]): Promise<void> {
  const removed = lines.flatMap(({ removed, ...offer }) => removed.map((point) => ({ ...offer, ...point })));
  const added = lines.flatMap(({ added, ...offer }) => added.map((point) => ({ ...offer, ...point })));
  await tx.execute(sql`
    delete from price_history
    using unnest(${keysOf(removed)}, ${timesOf(removed)}) as gone (game_id, store, recorded_at)
    where price_history.game_id = gone.game_id and price_history.store = gone.store
      and price_history.recorded_at = gone.recorded_at
  `);
  await tx.execute(sql`
    insert into price_history (game_id, store, recorded_at, price_cents, regular_cents)
    select * from unnest(${keysOf(added)}, ${timesOf(added)}, ${pricesOf(added)})
  `);
}

/** An offer that was last seen before the end of its line has become what that says. */
async function updateOffers(tx: Db, lines: readonly Line[]): Promise<void> {
  const newer = lines
    .map(({ line, ...offer }) => ({ ...offer, ...line.at(-1)! }))
    .filter(({ lastSeenAt, at }) => lastSeenAt !== null && lastSeenAt < at);
  if (newer.length === 0) return;
  await tx.execute(sql`
    update offers
    set price_cents = last.price_cents, regular_cents = last.regular_cents, last_seen_at = last.at
    from unnest(${keysOf(newer)}, ${timesOf(newer)}, ${pricesOf(newer)})
      as last (game_id, store, at, price_cents, regular_cents)
    where offers.game_id = last.game_id and offers.store = last.store
  `);
}

/** Lows are found anew in whole lines, but where stock is told: there what was recorded at the time knows more. */
async function deriveFromSeries(
  tx: Db,
  lines: readonly Line[],
  known: readonly KnownSeries[],
  now: Date,
): Promise<void> {
  const byGame = Map.groupBy(known, ({ gameId }) => gameId);
  const games = [...new Set(lines.map(({ gameId }) => gameId))].map((gameId) => ({
    gameId,
    highest: highestBestPrice(byGame.get(gameId)!.map(({ store, points }) => ({ store, steps: points }))),
  }));
  const periods = lines.flatMap(({ line, added, tracksStock, ...offer }) => {
    const learned = new Set(added);
    return line
      .filter((point, index) => point.priceCents !== line[index - 1]?.priceCents)
      .filter((point) => !tracksStock || learned.has(point))
      .map((point) => ({ ...offer, ...point }));
  });
  const recomputed = lines.filter(({ tracksStock }) => !tracksStock);
  await saveGamePrices(tx, {
    games: sql`
      select * from unnest(
        ${arrayOf(games.map(({ gameId }) => gameId))}::integer[],
        ${arrayOf(games.map(({ highest }) => highest))}::integer[]
      )
    `,
    periods: sql`
      select game_id, store, price_cents, begun_at
      from unnest(${keysOf(periods)}, ${timesOf(periods)}, ${pricesOf(periods)})
        as period (game_id, store, begun_at, price_cents, regular_cents)
    `,
    recomputed: sql`select * from unnest(${keysOf(recomputed)})`,
    now,
  });
}

const keysOf = (rows: readonly { gameId: number; store: StoreKey }[]) => sql`
  ${arrayOf(rows.map(({ gameId }) => gameId))}::integer[], ${arrayOf(rows.map(({ store }) => store))}::store_key[]`;
const timesOf = (rows: readonly PricePoint[]) => sql`${timeArrayOf(rows.map(({ at }) => at))}::timestamptz[]`;
const pricesOf = (rows: readonly PricePoint[]) => sql`
  ${arrayOf(rows.map(({ priceCents }) => priceCents))}::integer[],
  ${arrayOf(rows.map(({ regularCents }) => regularCents))}::integer[]`;
