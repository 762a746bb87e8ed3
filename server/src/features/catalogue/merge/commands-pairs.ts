import { textArrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { type SQL, sql } from "../../../platform/db/drizzle.ts";
import type { SavedRow } from "../table.ts";
import type { DatedPrice, PastSeries } from "./commands-united-history.ts";

/** The two games of a merge. */
export interface MergedPair {
  /** The game that is merged and deleted. */
  id: number;
  /** The game that takes over its data. */
  intoId: number;
  now: Date;
}

/** A store in a market. */
export interface Place {
  country: string;
  store: string;
}

export const keyOf = ({ country, store }: Place | SavedRow) => `${country} ${store}`;

/** Rows by place; the last one of a place wins. */
export const byPlace = (rows: readonly SavedRow[]) => new Map(rows.map((row) => [keyOf(row), row]));

/** The distinct places of rows. */
export function placesOf(...lists: (readonly SavedRow[])[]): Place[] {
  const places = lists.flat().map(({ country, store }) => ({ country: String(country), store: String(store) }));
  return [...new Map(places.map((place) => [keyOf(place), place])).values()];
}

export const countriesOf = (...lists: (readonly SavedRow[])[]): string[] => [
  ...new Set(lists.flat().map(({ country }) => String(country))),
];

/** Rows of country and store. */
export const placesAsRows = (places: readonly Place[]): SQL => sql`
  select * from unnest(
    ${textArrayOf(places.map(({ country }) => country))}::text[],
    ${textArrayOf(places.map(({ store }) => store))}::text[]
  )`;

/** Whether a row belongs to the game and one of the places. */
export const isAt = (gameId: number, places: readonly Place[]): SQL =>
  sql`game_id = ${gameId} and (country, store) in (${placesAsRows(places)})`;

/** The prices of each place, from rows of `price_history`. */
export function pointsByPlace(history: readonly SavedRow[]): Map<string, DatedPrice[]> {
  const points = history.map((row) => ({ key: keyOf(row), point: toPoint(row) }));
  points.sort((a, b) => a.point.at.getTime() - b.point.at.getTime());
  const places = Map.groupBy(points, ({ key }) => key);
  return new Map([...places].map(([key, of]) => [key, of.map(({ point }) => point)]));
}

export function toSeries(points: readonly DatedPrice[] = [], offer: SavedRow | undefined): PastSeries {
  return { points, lastSeenAt: offer ? new Date(String(offer.last_seen_at)) : null };
}

const toPoint = (row: SavedRow): DatedPrice => ({
  at: new Date(String(row.recorded_at)),
  currency: String(row.currency),
  priceMinor: row.price_minor as number | null,
  regularMinor: row.regular_minor as number | null,
});

/** Rows to insert into `price_history`. */
export const toHistoryRows = (gameId: number, { country, store }: Place, points: readonly DatedPrice[]): SavedRow[] =>
  points.map(({ at, currency, priceMinor, regularMinor }) => ({
    game_id: gameId,
    country,
    store,
    currency,
    recorded_at: at.toISOString(),
    price_minor: priceMinor,
    regular_minor: regularMinor,
  }));

/** Whether the other game's own offer of a store stays: one on sale wins, then the one seen last, then the own one. */
export function ownOfferStays(own: SavedRow | undefined, leaving: SavedRow | undefined): boolean {
  if (!own || !leaving) return own !== undefined || leaving === undefined;
  const [sells, leavingSells] = [own.price_minor !== null, leaving.price_minor !== null];
  if (sells !== leavingSells) return sells;
  return new Date(String(own.last_seen_at)) >= new Date(String(leaving.last_seen_at));
}

export async function deleteRows(tx: Db, table: "offers" | "price_history", gameId: number, places: readonly Place[]) {
  if (places.length === 0) return;
  await tx.execute(sql`delete from ${sql.identifier(table)} where ${isAt(gameId, places)}`);
}

export async function moveRows(
  tx: Db,
  table: "offers" | "price_history",
  ids: [number, number],
  places: readonly Place[],
) {
  if (places.length === 0) return;
  const [from, to] = ids;
  await tx.execute(sql`update ${sql.identifier(table)} set game_id = ${to} where ${isAt(from, places)}`);
}
