import { arrayOf, textArrayOf, timeArrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import { highestBestPrice } from "../../prices/history/commands-backfill.ts";
import { saveGamePrices } from "../../prices/offers/commands-derive.ts";
import type { MergeSnapshot, SavedRow } from "../table.ts";
import {
  byPlace,
  countriesOf,
  deleteRows,
  isAt,
  keyOf,
  type MergedPair,
  moveRows,
  ownOfferStays,
  type Place,
  placesAsRows,
  placesOf,
  pointsByPlace,
  toHistoryRows,
  toSeries,
} from "./commands-pairs.ts";
import { readRows, restoreRows } from "./commands-rows.ts";
import { type DatedPrice, uniteSeries } from "./commands-united-history.ts";

export type PriceSnapshot = Pick<
  MergeSnapshot,
  "offers" | "intoOffers" | "history" | "intoHistory" | "prices" | "intoPrices"
>;

/**
 * Moves offers and price history, and updates the other game's prices in lists. Must run in the transaction that holds
 * the price lock. Does not count as a price drop: `best_changed_at` stays, or is null where the best price changes.
 */
export async function mergePrices(tx: Db, pair: MergedPair): Promise<PriceSnapshot> {
  const snapshot = await readSnapshot(tx, pair);
  await moveOffers(tx, pair, snapshot);
  const lines = uniteHistory(snapshot, pair.now);
  await writeHistory(tx, pair, snapshot, lines);
  await derivePrices(tx, pair, snapshot, lines);
  return snapshot;
}

async function readSnapshot(tx: Db, { id, intoId }: MergedPair): Promise<PriceSnapshot> {
  const own = sql`game_id = ${id}`;
  const offers = await readRows(tx, "offers", own);
  const history = await readRows(tx, "price_history", own);
  const prices = await readRows(tx, "game_prices", own);
  const countries = countriesOf(offers, history, prices);
  return {
    offers,
    history,
    prices,
    intoOffers: await readRows(tx, "offers", isAt(intoId, placesOf(offers, history))),
    intoHistory: await readRows(tx, "price_history", isAt(intoId, placesOf(offers, history))),
    intoPrices: await readRows(
      tx,
      "game_prices",
      sql`game_id = ${intoId} and country = any(${textArrayOf(countries)}::text[])`,
    ),
  };
}

async function moveOffers(tx: Db, { id, intoId }: MergedPair, { offers, intoOffers }: PriceSnapshot): Promise<void> {
  const ownOffers = byPlace(intoOffers);
  const moving = placesOf(offers.filter((offer) => !ownOfferStays(ownOffers.get(keyOf(offer)), offer)));
  await deleteRows(tx, "offers", intoId, moving);
  await moveRows(tx, "offers", [id, intoId], moving);
}

/** The merged prices of each place where both games have prices. */
export function uniteHistory(
  { offers, intoOffers, history, intoHistory }: Omit<PriceSnapshot, "prices" | "intoPrices">,
  now: Date,
): Map<string, DatedPrice[]> {
  const [leaving, own] = [byPlace(offers), byPlace(intoOffers)];
  const [leavingPoints, ownPoints] = [pointsByPlace(history), pointsByPlace(intoHistory)];
  const shared = [...leavingPoints].filter(([key]) => ownPoints.has(key));
  return new Map(
    shared.map(([key, points]) => {
      const [theirs, ours] = [toSeries(points, leaving.get(key)), toSeries(ownPoints.get(key), own.get(key))];
      const stays = ownOfferStays(own.get(key), leaving.get(key));
      return [key, stays ? uniteSeries(ours, theirs, now) : uniteSeries(theirs, ours, now)];
    }),
  );
}

async function writeHistory(
  tx: Db,
  { id, intoId }: MergedPair,
  { history }: PriceSnapshot,
  lines: ReadonlyMap<string, DatedPrice[]>,
): Promise<void> {
  const places = placesOf(history);
  const shared = places.filter((place) => lines.has(keyOf(place)));
  await deleteRows(tx, "price_history", intoId, shared);
  await restoreRows(
    tx,
    "price_history",
    shared.flatMap((place) => toHistoryRows(intoId, place, lines.get(keyOf(place))!)),
  );
  await moveRows(
    tx,
    "price_history",
    [id, intoId],
    places.filter((place) => !lines.has(keyOf(place))),
  );
}

/** Recomputes lows from the united history, except where stock is reported, as the history lacks it. */
async function derivePrices(
  tx: Db,
  { id, intoId, now }: MergedPair,
  snapshot: PriceSnapshot,
  lines: ReadonlyMap<string, DatedPrice[]>,
): Promise<void> {
  await tx.execute(sql`
    update game_prices set game_id = ${intoId}
    where game_id = ${id} and not exists (
      select from game_prices own where own.game_id = ${intoId} and own.country = game_prices.country
    )
  `);
  const countries = countriesOf(snapshot.offers, snapshot.prices);
  if (countries.length === 0) return;
  const tracked = new Set(
    [...snapshot.offers, ...snapshot.intoOffers].filter((row) => row.in_stock !== null).map(keyOf),
  );
  const found = placesOf(snapshot.history).filter((place) => !tracked.has(keyOf(place)));
  const highest = await highestOf(tx, intoId, countries);
  await saveGamePrices(tx, {
    games: sql`
      select ${intoId}::integer, * from unnest(
        ${textArrayOf(countries)}::text[], ${arrayOf(countries.map((country) => highest.get(country)))}::integer[]
      )`,
    periods: sql`${periodsAt(intoId, found)} union all ${formerLows(intoId, snapshot, found, lines)}`,
    recomputed: sql`select ${intoId}::integer, * from (${placesAsRows(found)}) place`,
    storesChanged: true,
    now,
  });
  await tx.execute(sql`
    update game_prices set
      history_since = least(game_prices.history_since, leaving.history_since),
      low_since = case when game_prices.low_minor = leaving.low_minor
        then least(game_prices.low_since, leaving.low_since) else game_prices.low_since end
    from game_prices leaving
    where game_prices.game_id = ${intoId} and leaving.game_id = ${id} and leaving.country = game_prices.country
  `);
}

/** The highest best price of a game ever, by country. */
async function highestOf(tx: Db, gameId: number, countries: string[]): Promise<Map<string, number | null>> {
  const { rows } = await tx.execute<{ country: string; store: string; at: number; price: number | null }>(sql`
    select country, store, extract(epoch from recorded_at)::double precision * 1000 as at, price_minor as price
    from price_history join markets using (country, currency)
    where game_id = ${gameId} and country = any(${textArrayOf(countries)}::text[])
    order by recorded_at
  `);
  const steps = rows.map(({ at, price, ...row }) => ({ ...row, step: { at: new Date(at), priceMinor: price } }));
  return new Map(
    [...Map.groupBy(steps, ({ country }) => country)].map(([country, of]) => {
      const stores = [...Map.groupBy(of, ({ store }) => store)];
      return [country, highestBestPrice(stores.map(([store, at]) => ({ store, steps: at.map(({ step }) => step) })))];
    }),
  );
}

/** The periods of a game's prices at these places, for `saveGamePrices`; those that begin at a time or later only. */
export function periodsAt(gameId: number, places: readonly Place[], from = new Date(0)) {
  return sql`
    select game_id, country, store, currency, price_minor, recorded_at
    from (
      select *, lag(price_minor) over (partition by country, store order by recorded_at) as before
      from price_history where ${isAt(gameId, places)}
    ) price
    where price_minor is distinct from before and recorded_at >= ${from}`;
}

/** Former lows that the history lacks: it has no stock, and its beginning may have been deleted. */
function formerLows(
  intoId: number,
  snapshot: PriceSnapshot,
  found: readonly Place[],
  lines: ReadonlyMap<string, DatedPrice[]>,
) {
  const points = new Map([...pointsByPlace(snapshot.intoHistory), ...pointsByPlace(snapshot.history), ...lines]);
  const isFound = new Set(found.map(keyOf));
  const rows = [...snapshot.prices, ...snapshot.intoPrices];
  const lows = [...rows.flatMap(lowsOf), ...snapshot.prices.flatMap(storeLowsOf)].filter((low) => {
    const recorded = (points.get(keyOf(low)) ?? []).flatMap(({ priceMinor }) => priceMinor || []);
    return !isFound.has(keyOf(low)) || low.minor < Math.min(...recorded);
  });
  return sql`
    select ${intoId}::integer, country, store, markets.currency, minor, at
    from unnest(
      ${textArrayOf(lows.map(({ country }) => country))}::text[],
      ${textArrayOf(lows.map(({ store }) => store))}::text[],
      ${arrayOf(lows.map(({ minor }) => minor))}::integer[], ${timeArrayOf(lows.map(({ at }) => at))}::timestamptz[]
    ) as low (country, store, minor, at)
    join markets using (country)`;
}

/** The lows that each store of a row of `game_prices` has reached. */
function storeLowsOf(row: SavedRow): (Place & { minor: number; at: Date })[] {
  // rows saved before store lows existed have none
  const list = <Item>(name: string) => (row[name] as Item[] | null | undefined) ?? [];
  const [lows, since] = [list<number | null>("store_lows"), list<number | null>("store_lows_since")];
  return list<string>("store_keys").flatMap((store, n) => {
    const minor = lows[n] ?? null;
    if (minor === null) return [];
    return { country: String(row.country), store, minor, at: new Date((since[n] ?? 0) * 1000) };
  });
}

/** The low of a row of `game_prices`, and that of official stores. */
export function lowsOf(row: SavedRow): (Place & { minor: number; at: Date })[] {
  if (row.low_minor === null) return [];
  const [country, at] = [String(row.country), new Date(String(row.low_at))];
  const low = { country, store: String(row.low_store), minor: Number(row.low_minor), at };
  if (row.official_low_minor === null) return [low];
  return [low, { ...low, store: String(row.official_low_store), minor: Number(row.official_low_minor) }];
}
