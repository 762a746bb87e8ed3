import { textArrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import { mergePoints } from "../../prices/history/commands-history.ts";
import { saveGamePrices } from "../../prices/offers/commands-derive.ts";
import type { SavedRow } from "../table.ts";
import { type CorrectionSnapshot, unmergeCorrections } from "./commands-corrections.ts";
import {
  byPlace,
  countriesOf,
  deleteRows,
  isAt,
  keyOf,
  type MergedPair,
  ownOfferStays,
  type Place,
  placesOf,
  pointsByPlace,
  toHistoryRows,
} from "./commands-pairs.ts";
import { lowsOf, type PriceSnapshot, periodsAt, uniteHistory } from "./commands-prices.ts";
import { readRows, restoreRows } from "./commands-rows.ts";
import type { DatedPrice } from "./commands-united-history.ts";

interface Undo extends MergedPair {
  mergedAt: Date;
}

/**
 * Restores a game's offers and prices. Later prices stay with the other game, except those of the first game's
 * products. Must run in the transaction that holds the price lock.
 */
export async function unmergePrices(tx: Db, undo: Undo, snapshot: PriceSnapshot & CorrectionSnapshot): Promise<void> {
  const places = placesOf(snapshot.offers, snapshot.history);
  const offersNow = byPlace(await readRows(tx, "offers", isAt(undo.intoId, places)));
  const since = await findSince(tx, undo, snapshot, { places, offersNow });
  const returning = findReturning(snapshot, offersNow);
  await restoreOffers(tx, undo, snapshot, { offersNow, since, returning });
  await restoreHistory(tx, undo, snapshot, { places, since, returning });
  await unmergeCorrections(tx, undo, snapshot, { since, returning });
  await derivePrices(tx, undo, snapshot, { since, returning });
}

/** The places whose offer came from the first game, and still is of its product. */
function findReturning({ offers, intoOffers }: PriceSnapshot, offersNow: ReadonlyMap<string, SavedRow>): Set<string> {
  const ownOffers = byPlace(intoOffers);
  const isReturning = (offer: SavedRow) => {
    const other = ownOffers.get(keyOf(offer));
    const present = offersNow.get(keyOf(offer));
    const { product_id: product } = offer;
    if (!other) return present !== undefined;
    return (
      !ownOfferStays(other, offer) &&
      product !== null &&
      product !== other.product_id &&
      present?.product_id === product
    );
  };
  return new Set(offers.filter(isReturning).map(keyOf));
}

interface Since {
  /** The prices since the merge, by place; without places that have not changed. */
  since: ReadonlyMap<string, DatedPrice[]>;
  returning: ReadonlySet<string>;
}

/** Assigns the present offer to one of the games, and restores the offer of the other one. */
async function restoreOffers(
  tx: Db,
  { id, intoId }: Undo,
  { offers, intoOffers }: PriceSnapshot,
  { offersNow, since, returning }: Since & { offersNow: ReadonlyMap<string, SavedRow> },
): Promise<void> {
  const own = byPlace(intoOffers);
  await deleteRows(tx, "offers", intoId, placesOf(offers));
  const rows = offers.flatMap((offer) => {
    const key = keyOf(offer);
    const [before, present] = [own.get(key), offersNow.get(key)];
    if (returning.has(key)) return [{ ...present, game_id: id }, before];
    const isOwn = since.has(key) || ownOfferStays(before, offer);
    return [offer, isOwn ? present : before];
  });
  await restoreRows(
    tx,
    "offers",
    rows.filter((row) => row !== undefined),
  );
}

/** Whether the offers differ at most in the time at which they were seen. */
function isSameOffer(one: SavedRow, other: SavedRow): boolean {
  const { game_id: _, last_seen_at: __, ...values } = one;
  return Object.keys(values).every((column) => JSON.stringify(one[column]) === JSON.stringify(other[column]));
}

/**
 * The price at the time of the merge and the later records, of each place with later records or a changed offer.
 */
async function findSince(
  tx: Db,
  { intoId, mergedAt }: Undo,
  snapshot: PriceSnapshot,
  { places, offersNow }: { places: readonly Place[]; offersNow: ReadonlyMap<string, SavedRow> },
): Promise<Map<string, DatedPrice[]>> {
  const present = pointsByPlace(await readRows(tx, "price_history", isAt(intoId, places)));
  const [ofOne, ofOther] = [pointsByPlace(snapshot.history), pointsByPlace(snapshot.intoHistory)];
  const merged = new Map([...ofOther, ...ofOne, ...uniteHistory(snapshot, mergedAt)]);
  const [offers, own] = [byPlace(snapshot.offers), byPlace(snapshot.intoOffers)];
  const since = new Map<string, DatedPrice[]>();
  for (const key of places.map(keyOf)) {
    const line = merged.get(key) ?? [];
    const mergedTimes = new Set(line.map(({ at }) => at.getTime()));
    const records = (present.get(key) ?? []).filter(({ at }) => !mergedTimes.has(at.getTime()));
    const left = ownOfferStays(own.get(key), offers.get(key)) ? own.get(key) : offers.get(key);
    const now = offersNow.get(key);
    const isUnchanged = now === left || (now && left && isSameOffer(now, left));
    if (records.length === 0 && isUnchanged) continue;
    since.set(key, [...line.slice(-1).map((last) => ({ ...last, at: mergedAt })), ...records]);
  }
  return since;
}

async function restoreHistory(
  tx: Db,
  { id, intoId }: Undo,
  { history, intoHistory }: PriceSnapshot,
  { places, since, returning }: Since & { places: readonly Place[] },
): Promise<void> {
  await deleteRows(tx, "price_history", intoId, places);
  const restore = async (gameId: number, rows: readonly SavedRow[], receives: (key: string) => boolean) => {
    const former = pointsByPlace(rows);
    const extended = places.filter((place) => receives(keyOf(place)) && since.has(keyOf(place)));
    const isExtended = new Set(extended.map(keyOf));
    const unchanged = rows.filter((row) => !isExtended.has(keyOf(row)));
    const added = extended.flatMap((place) => {
      const points = mergePoints(former.get(keyOf(place)) ?? [], since.get(keyOf(place))!);
      return toHistoryRows(gameId, place, points as DatedPrice[]);
    });
    await restoreRows(tx, "price_history", [...unchanged, ...added]);
  };
  await restore(id, history, (key) => returning.has(key));
  await restore(intoId, intoHistory, (key) => !returning.has(key));
}

/** Restores the prices in lists from before the merge, then applies later changes. */
async function derivePrices(
  tx: Db,
  { id, intoId, mergedAt, now }: Undo,
  snapshot: PriceSnapshot,
  { since, returning }: Since,
): Promise<void> {
  const countries = countriesOf(snapshot.offers, snapshot.prices);
  if (countries.length === 0) return;
  const isOfCountries = sql`country = any(${textArrayOf(countries)}::text[])`;
  const present = await readRows(tx, "game_prices", sql`game_id = ${intoId} and ${isOfCountries}`);
  await tx.execute(sql`delete from game_prices where game_id = ${intoId} and ${isOfCountries}`);
  await restoreRows(tx, "game_prices", [...snapshot.prices, ...snapshot.intoPrices]);

  const newer = (gameId: number, places: Place[]) => periodsAt(gameId, places, mergedAt);
  const changed = placesOf(snapshot.offers).filter((place) => returning.has(keyOf(place)) && since.has(keyOf(place)));
  const ofGame = [...new Set([...countriesOf(snapshot.prices), ...changed.map(({ country }) => country)])];
  await save(tx, { gameId: id, countries: ofGame, periods: newer(id, changed), now });

  const offers = await readRows(tx, "offers", sql`game_id = ${intoId} and ${isOfCountries}`);
  const untracked = placesOf(offers.filter((offer) => offer.in_stock === null));
  const lows = present
    // skips the low of official stores, whose time is unknown
    .flatMap((row) => lowsOf(row).slice(0, 1))
    .filter((low) => low.at > mergedAt && !returning.has(keyOf(low)))
    .map(
      ({ country, store, minor, at }) => sql`
        union all select ${intoId}::integer, country, ${store}, currency, ${minor}::integer, ${at}::timestamptz
        from markets where country = ${country}`,
    );
  await save(tx, {
    gameId: intoId,
    countries: countriesOf(snapshot.intoPrices, offers),
    periods: sql.join([newer(intoId, untracked), ...lows]),
    now,
  });
}

async function save(
  tx: Db,
  {
    gameId,
    countries,
    periods,
    now,
  }: { gameId: number; countries: string[]; periods: ReturnType<typeof sql>; now: Date },
): Promise<void> {
  if (countries.length === 0) return;
  await saveGamePrices(tx, {
    games: sql`select ${gameId}::integer, *, null::integer from unnest(${textArrayOf(countries)}::text[])`,
    periods,
    storesChanged: true,
    now,
  });
}
