import { isDeepStrictEqual } from "node:util";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, asc, eq, sql } from "../../../platform/db/drizzle.ts";
import { markets } from "../../markets/table.ts";
import { stores } from "../../stores/table.ts";
import type { PricePoint } from "../history/commands-history.ts";
import { saveGamePrices } from "../offers/commands-derive.ts";
import { gamePrices, priceHistory } from "../table.ts";
import { type DerivedPast, derivePast, type StorePast } from "./past.ts";

/** A game in a market. */
export interface GameInMarket {
  gameId: number;
  country: string;
}

/** The record that was voided or restored. */
export interface CorrectedRecord {
  store: StoreKey;
  at: Date;
}

/** The prices of a game at every store of a market in its own currency. */
export async function readPast(tx: Db, { gameId, country }: GameInMarket): Promise<StorePast[]> {
  const sellers = await tx
    .select({ key: stores.key, enabled: stores.enabled })
    .from(stores)
    .orderBy(asc(stores.position));
  const records = await tx
    .select({
      store: priceHistory.store,
      at: priceHistory.recordedAt,
      priceMinor: priceHistory.priceMinor,
      regularMinor: priceHistory.regularMinor,
    })
    .from(priceHistory)
    .innerJoin(markets, and(eq(markets.country, priceHistory.country), eq(markets.currency, priceHistory.currency)))
    .where(and(eq(priceHistory.gameId, gameId), eq(priceHistory.country, country)))
    .orderBy(asc(priceHistory.recordedAt));
  const byStore = Map.groupBy(records, ({ store }) => store);
  return sellers
    .filter(({ key }) => byStore.has(key))
    .map(({ key, enabled }) => ({
      store: key,
      isEnabled: enabled,
      points: byStore.get(key)!,
    }));
}

/**
 * Updates the prices that lists show after one record was corrected, as if the past had always been so. Values that are
 * not derived from records, such as the low of a dropped history, stay. Must run after `offers` was written, in the
 * transaction that holds the price lock.
 */
export async function saveCorrectedPast(
  tx: Db,
  game: GameInMarket,
  { before, record }: { before: readonly StorePast[]; record: CorrectedRecord },
  now: Date,
): Promise<void> {
  const isGame = and(eq(gamePrices.gameId, game.gameId), eq(gamePrices.country, game.country));
  const [stored] = await tx.select().from(gamePrices).where(isGame);
  if (!stored) return;
  // the history does not include stock: a price below the stored low was out of stock
  const counts = (store: StoreKey, { at, priceMinor }: PricePoint) =>
    (store === record.store && at.getTime() === record.at.getTime()) || priceMinor! >= (stored.lowMinor ?? 0);
  const after = await readPast(tx, game);
  const corrected = correctPast(stored, derivePast(before, counts), derivePast(after, counts));
  const ofStore = (past: readonly StorePast[]) => past.filter(({ store }) => store === record.store);
  const alone = (past: readonly StorePast[]) =>
    derivePast(
      ofStore(past).map((one) => ({ ...one, isEnabled: true })),
      counts,
    );
  const [own = ofStore(before)[0]] = ofStore(after);
  const facts = own && correctStore(stored, own, { before: alone(before), after: alone(after) });
  await saveGamePrices(tx, {
    games: sql`select ${game.gameId}::integer, ${game.country}::text, null::integer`,
    ...(facts && {
      corrected: sql`
        select ${game.gameId}::integer, ${game.country}::text, ${record.store}::text, ${facts.minor}::integer,
          ${facts.low}::integer, ${facts.since}::float8, ${facts.at}::float8, ${facts.high}::integer,
          ${facts.begun}::float8, ${facts.changed}::float8, ${facts.previous}::integer`,
    }),
    now,
  });
  await tx.update(gamePrices).set(corrected).where(isGame);
}

/** Corrects the prices of the store itself in the same way (decision 005). */
function correctStore(
  stored: StoredPrices,
  { store, isEnabled, points }: StorePast,
  { before, after }: { before: DerivedPast; after: DerivedPast },
) {
  const place = stored.storeKeys?.indexOf(store) ?? -1;
  const at = <Value>(list: Value[] | null) => (place < 0 ? null : (list?.[place] ?? null));
  const changed = (part: keyof DerivedPast) => !isDeepStrictEqual(before[part], after[part]);
  const seconds = (time: Date | null) => time && Math.floor(time.getTime() / 1000);
  const [low, best] = [changed("low"), changed("best")];
  const [isSameLow, { lowMinor, lowSince, lowAt }] = [at(stored.storeLows) === before.low.lowMinor, after.low];
  const isFirst = at(stored.storeSinces) === seconds(before.historySince);
  return {
    minor: isEnabled ? (points.at(-1)?.priceMinor ?? null) : null,
    low: low && isSameLow ? lowMinor : at(stored.storeLows),
    since: low && isSameLow ? seconds(lowSince) : at(stored.storeLowsSince),
    at: low && isSameLow ? seconds(lowAt) : at(stored.storeLowsAt),
    begun: isFirst ? seconds(after.historySince) : at(stored.storeSinces),
    high: changed("highestBestMinor") ? after.highestBestMinor : at(stored.storeHighs),
    changed: best ? seconds(after.best.bestChangedAt) : at(stored.storeChangedAt),
    previous: best ? after.best.previousBestMinor : at(stored.storePrevious),
  };
}

type StoredPrices = typeof gamePrices.$inferSelect;

/** The changed values, limited to those derived from records. */
function correctPast(stored: StoredPrices, before: DerivedPast, after: DerivedPast): Partial<StoredPrices> {
  const changed = (part: keyof DerivedPast) => !isDeepStrictEqual(before[part], after[part]);
  const isFrom = (part: "highestBestMinor" | "historySince") => isDeepStrictEqual(stored[part], before[part]);
  return {
    bestChangedAt: stored.bestChangedAt,
    previousBestMinor: stored.previousBestMinor,
    ...(changed("best") && after.best),
    ...(changed("low") && stored.lowMinor === before.low.lowMinor && after.low),
    ...(isFrom("highestBestMinor") && { highestBestMinor: after.highestBestMinor }),
    ...(isFrom("historySince") && { historySince: after.historySince }),
  };
}
