import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { type SQL, sql } from "../../../platform/db/drizzle.ts";
import type { MergeSnapshot, SavedRow } from "../table.ts";
import { byPlace, isAt, keyOf, type MergedPair, ownOfferStays, type Place, placesOf } from "./commands-pairs.ts";
import type { PriceSnapshot } from "./commands-prices.ts";
import { readRows, restoreRows, withoutDeletedUsers } from "./commands-rows.ts";
import type { DatedPrice } from "./commands-united-history.ts";

export type CorrectionSnapshot = Pick<
  MergeSnapshot,
  "voided" | "intoVoided" | "mergedVoided" | "overrides" | "intoOverrides"
>;

/**
 * Moves manual corrections: voided records, and price overrides along with their offers. Must run after the prices were
 * merged.
 */
export async function mergeCorrections(tx: Db, pair: MergedPair, prices: PriceSnapshot): Promise<CorrectionSnapshot> {
  const { id, intoId } = pair;
  const own = sql`game_id = ${id}`;
  const voided = await readRows(tx, "voided_records", own);
  const isShared = isAt(intoId, placesOf(prices.offers, prices.history, voided));
  const snapshot = {
    voided,
    intoVoided: await readRows(tx, "voided_records", isShared),
    overrides: await readRows(tx, "price_overrides", own),
    intoOverrides: await readRows(tx, "price_overrides", isShared),
  };
  const moving = movingOffers(prices);
  await moveVoided(tx, pair, { moving, isShared });
  await tx.execute(sql`delete from price_overrides where ${isAt(intoId, moving)}`);
  await tx.execute(sql`update price_overrides set game_id = ${intoId} where ${isAt(id, moving)}`);
  return { ...snapshot, mergedVoided: await readRows(tx, "voided_records", isShared) };
}

function movingOffers({ offers, intoOffers }: PriceSnapshot): Place[] {
  const ownOffers = byPlace(intoOffers);
  return placesOf(offers.filter((offer) => !ownOfferStays(ownOffers.get(keyOf(offer)), offer)));
}

/** Moves voided records, unless the other game has a record of that time. Valid records replace voided ones. */
async function moveVoided(
  tx: Db,
  { id, intoId, now }: MergedPair,
  { moving, isShared }: { moving: readonly Place[]; isShared: SQL },
): Promise<void> {
  // voided prices of replaced offers must not be skipped in readings of the remaining ones
  await tx.execute(sql`
    update voided_records set standing = false, superseded_at = ${now}
    where standing and (${isAt(intoId, moving)} or (game_id = ${id} and not (${isAt(id, moving)})))
  `);
  await tx.execute(sql`
    update voided_records voided set game_id = ${intoId}
    where game_id = ${id} and not ${hasRecord("voided_records", intoId)} and not ${hasRecord("price_history", intoId)}
  `);
  await tx.execute(sql`
    delete from voided_records voided where (${isShared}) and ${hasRecord("price_history", intoId)}
  `);
}

/** Whether a game has a record of the place and time (in milliseconds) of a voided one. */
const hasRecord = (table: "voided_records" | "price_history", gameId: number): SQL => sql`exists (
  select from ${sql.identifier(table)} other
  where other.game_id = ${gameId} and (other.country, other.store) = (voided.country, voided.store)
    and date_trunc('milliseconds', other.recorded_at) = date_trunc('milliseconds', voided.recorded_at)
)`;

interface Undo extends MergedPair {
  mergedAt: Date;
}

interface Since {
  /** The prices since the merge, by place; without places that have not changed. */
  since: ReadonlyMap<string, DatedPrice[]>;
  /** The places whose offer returns to the merged game. */
  returning: ReadonlySet<string>;
}

/**
 * Restores voided records and price overrides, including expired overrides, which the caller ends. Throws `conflict`
 * when records from before the merge were corrected after it.
 */
export async function unmergeCorrections(
  tx: Db,
  undo: Undo,
  snapshot: CorrectionSnapshot & PriceSnapshot,
  since: Since,
): Promise<void> {
  const isShared = isAt(undo.intoId, placesOf(snapshot.offers, snapshot.history, snapshot.voided));
  await restoreVoided(tx, undo, snapshot, { isShared, returning: since.returning });
  await restoreOverrides(tx, undo, snapshot, { ...since, isShared });
}

const timeOf = (time: unknown) => new Date(String(time)).getTime();
const recordOf = (row: SavedRow) => `${keyOf(row)} ${timeOf(row.recorded_at)}`;

async function restoreVoided(
  tx: Db,
  { id, intoId, mergedAt }: Undo,
  { voided, intoVoided, mergedVoided }: CorrectionSnapshot,
  { isShared, returning }: { isShared: SQL; returning: ReadonlySet<string> },
): Promise<void> {
  const present = new Map((await readRows(tx, "voided_records", isShared)).map((row) => [recordOf(row), row]));
  const merged = new Set(mergedVoided.map(recordOf));
  const newer = [...present.values()].filter((row) => !merged.has(recordOf(row)));
  if (newer.length + merged.size !== present.size || newer.some((row) => timeOf(row.recorded_at) < mergedAt.getTime()))
    throw new AppError("conflict", "Price records from before the merge were corrected since: take that back first");
  await tx.execute(sql`delete from voided_records where ${isShared}`);
  const withSuperseded = (row: SavedRow) => {
    const { superseded_at: at } = present.get(recordOf(row)) ?? {};
    const isSuperseded = row.standing === true && at != null && timeOf(at) > mergedAt.getTime();
    return isSuperseded ? { ...row, standing: false, superseded_at: at } : row;
  };
  const later = newer.map((row) => ({ ...row, game_id: returning.has(keyOf(row)) ? id : intoId }));
  const rows = [...voided, ...intoVoided].map(withSuperseded).concat(later);
  await restoreRows(tx, "voided_records", await withoutDeletedUsers(tx, rows, "voided_by"));
}

async function restoreOverrides(
  tx: Db,
  { id, intoId }: Undo,
  snapshot: CorrectionSnapshot & PriceSnapshot,
  { isShared, since, returning }: Since & { isShared: SQL },
): Promise<void> {
  const present = await readRows(tx, "price_overrides", isShared);
  const [own, other, now] = [snapshot.overrides, snapshot.intoOverrides, present].map(byPlace) as [
    ByPlace,
    ByPlace,
    ByPlace,
  ];
  const moved = new Set(movingOffers(snapshot).map(keyOf));
  const rows = placesOf(snapshot.overrides, snapshot.intoOverrides, present).flatMap((place) => {
    const key = keyOf(place);
    const goesBack = returning.has(key) || (moved.has(key) && !since.has(key));
    const [ofOne, ofOther] = goesBack ? [now.get(key), other.get(key)] : [own.get(key), now.get(key)];
    return [ofOne && { ...ofOne, game_id: id }, ofOther && { ...ofOther, game_id: intoId }];
  });
  await tx.execute(sql`delete from price_overrides where ${isShared}`);
  const restored = rows.filter((row) => row !== undefined);
  await restoreRows(tx, "price_overrides", await withoutDeletedUsers(tx, restored, "set_by"));
}

type ByPlace = ReturnType<typeof byPlace>;
