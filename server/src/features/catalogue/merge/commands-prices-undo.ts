import { sql } from "drizzle-orm";
import { textArrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { mergePoints } from "../../prices/history/commands-history.ts";
import { saveGamePrices } from "../../prices/offers/commands-derive.ts";
import type { SavedRow } from "../table.ts";
import { type SavedCorrections, unmergeCorrections } from "./commands-corrections.ts";
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
import { lowsOf, periodsAt, type SavedPrices, uniteHistory } from "./commands-prices.ts";
import { readRows, restoreRows } from "./commands-rows.ts";
import type { DatedPrice } from "./commands-united-history.ts";

interface Undo extends MergedPair {
  mergedAt: Date;
}

/**
 * Gives a game its offers and prices back. What stores have said since stays with the other game, but for offers of
 * products that are the first game's. Must run in the transaction that holds the price lock.
 */
export async function unmergePrices(tx: Db, undo: Undo, saved: SavedPrices & SavedCorrections): Promise<void> {
  const places = placesOf(saved.offers, saved.history);
  const offersNow = byPlace(await readRows(tx, "offers", isAt(undo.intoId, places)));
  const since = await findSince(tx, undo, saved, { places, offersNow });
  const returning = findReturning(saved, offersNow);
  await restoreOffers(tx, undo, saved, { offersNow, since, returning });
  await restoreHistory(tx, undo, saved, { places, since, returning });
  await unmergeCorrections(tx, undo, saved, { since, returning });
  await derivePrices(tx, undo, saved, { since, returning });
}

/** The places whose offer came from the first game, and is of its product still. */
function findReturning({ offers, intoOffers }: SavedPrices, offersNow: ReadonlyMap<string, SavedRow>): Set<string> {
  const known = byPlace(intoOffers);
  const isReturning = (offer: SavedRow) => {
    const other = known.get(keyOf(offer));
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
  /** What has come since the merge, by the places where anything has. */
  since: ReadonlyMap<string, DatedPrice[]>;
  returning: ReadonlySet<string>;
}

/** The present offer goes to one of the games, and the other one has its own again. */
async function restoreOffers(
  tx: Db,
  { id, intoId }: Undo,
  { offers, intoOffers }: SavedPrices,
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

/** Whether nothing but the time at which it was seen has changed. */
function isSameOffer(one: SavedRow, other: SavedRow): boolean {
  const { game_id: _, last_seen_at: __, ...compared } = one;
  return Object.keys(compared).every((column) => JSON.stringify(one[column]) === JSON.stringify(other[column]));
}

/**
 * The price that the merge has left, and the records that came after it, of each place with such records or another
 * offer.
 */
async function findSince(
  tx: Db,
  { intoId, mergedAt }: Undo,
  saved: SavedPrices,
  { places, offersNow }: { places: readonly Place[]; offersNow: ReadonlyMap<string, SavedRow> },
): Promise<Map<string, DatedPrice[]>> {
  const present = pointsByPlace(await readRows(tx, "price_history", isAt(intoId, places)));
  const [ofOne, ofOther] = [pointsByPlace(saved.history), pointsByPlace(saved.intoHistory)];
  const merged = new Map([...ofOther, ...ofOne, ...uniteHistory(saved, mergedAt)]);
  const [offers, own] = [byPlace(saved.offers), byPlace(saved.intoOffers)];
  const since = new Map<string, DatedPrice[]>();
  for (const key of places.map(keyOf)) {
    const line = merged.get(key) ?? [];
    const known = new Set(line.map(({ at }) => at.getTime()));
    const records = (present.get(key) ?? []).filter(({ at }) => !known.has(at.getTime()));
    const left = ownOfferStays(own.get(key), offers.get(key)) ? own.get(key) : offers.get(key);
    const now = offersNow.get(key);
    const isAsMerged = now === left || (now && left && isSameOffer(now, left));
    if (records.length === 0 && isAsMerged) continue;
    since.set(key, [...line.slice(-1).map((last) => ({ ...last, at: mergedAt })), ...records]);
  }
  return since;
}

async function restoreHistory(
  tx: Db,
  { id, intoId }: Undo,
  { history, intoHistory }: SavedPrices,
  { places, since, returning }: Since & { places: readonly Place[] },
): Promise<void> {
  await deleteRows(tx, "price_history", intoId, places);
  const restore = async (gameId: number, rows: readonly SavedRow[], gets: (key: string) => boolean) => {
    const known = pointsByPlace(rows);
    const got = places.filter((place) => gets(keyOf(place)) && since.has(keyOf(place)));
    const isGot = new Set(got.map(keyOf));
    const asTheyWere = rows.filter((row) => !isGot.has(keyOf(row)));
    const longer = got.flatMap((place) => {
      const points = mergePoints(known.get(keyOf(place)) ?? [], since.get(keyOf(place))!);
      return toHistoryRows(gameId, place, points as DatedPrice[]);
    });
    await restoreRows(tx, "price_history", [...asTheyWere, ...longer]);
  };
  await restore(id, history, (key) => returning.has(key));
  await restore(intoId, intoHistory, (key) => !returning.has(key));
}

/** First what lists showed before the merge, then what has come of it since. */
async function derivePrices(
  tx: Db,
  { id, intoId, mergedAt, now }: Undo,
  saved: SavedPrices,
  { since, returning }: Since,
): Promise<void> {
  const countries = countriesOf(saved.offers, saved.prices);
  if (countries.length === 0) return;
  const isOfCountries = sql`country = any(${textArrayOf(countries)}::text[])`;
  const present = await readRows(tx, "game_prices", sql`game_id = ${intoId} and ${isOfCountries}`);
  await tx.execute(sql`delete from game_prices where game_id = ${intoId} and ${isOfCountries}`);
  await restoreRows(tx, "game_prices", [...saved.prices, ...saved.intoPrices]);

  const newer = (gameId: number, places: Place[]) => periodsAt(gameId, places, mergedAt);
  const changed = placesOf(saved.offers).filter((place) => returning.has(keyOf(place)) && since.has(keyOf(place)));
  const shown = [...new Set([...countriesOf(saved.prices), ...changed.map(({ country }) => country)])];
  await save(tx, { gameId: id, countries: shown, periods: newer(id, changed), now });

  const offers = await readRows(tx, "offers", sql`game_id = ${intoId} and ${isOfCountries}`);
  const untracked = placesOf(offers.filter((offer) => offer.in_stock === null));
  const lows = present
    // when the low of official stores was reached is not known
    .flatMap((row) => lowsOf(row).slice(0, 1))
    .filter((low) => low.at > mergedAt && !returning.has(keyOf(low)))
    .map(
      ({ country, store, minor, at }) => sql`
        union all select ${intoId}::integer, country, ${store}, currency, ${minor}::integer, ${at}::timestamptz
        from markets where country = ${country}`,
    );
  await save(tx, {
    gameId: intoId,
    countries: countriesOf(saved.intoPrices, offers),
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
