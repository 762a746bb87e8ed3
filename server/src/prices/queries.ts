import type { PricePoint } from "contract/prices/rules.ts";
import type { StoreKey } from "contract/stores.ts";
import { and, eq, lte, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { games } from "../games/table.ts";
import { priceHistory } from "./table.ts";

export interface PriceRecordRow {
  store: StoreKey;
  recordedAt: Date;
  /** `null` = the store stopped selling the game. */
  priceCents: number | null;
  /** In force when the window opened, not a change inside it. */
  carried: boolean;
}

/**
 * What a game's price history shows of a window: for each store the last record up to its opening,
 * and every record after that up to its end; ascending by time, then by store.
 */
export function prepareListPriceRecords(db: Db) {
  const gameId = sql`${sql.placeholder("gameId")}::int`;
  const opening = sql`${sql.placeholder("opening")}::timestamptz`;
  const end = sql`${sql.placeholder("end")}::timestamptz`;
  const carried = sql`
    select past.*, true as carried
    from unnest(enum_range(null::store_key)) as stores(store)
    cross join lateral (
      select store, recorded_at, price_cents from ${priceHistory}
      where game_id = ${gameId} and store = stores.store and recorded_at <= ${opening}
      order by recorded_at desc limit 1
    ) as past`;
  const changes = sql`
    select store, recorded_at, price_cents, false as carried from ${priceHistory}
    where game_id = ${gameId} and recorded_at > ${opening} and recorded_at <= ${end}`;
  const statement = db
    .select({
      store: sql<StoreKey>`store`,
      recordedAt: sql`recorded_at`.mapWith(priceHistory.recordedAt),
      priceCents: sql<number | null>`price_cents`,
      carried: sql<boolean>`carried`,
    })
    .from(sql`(${carried} union all ${changes}) as records`)
    .orderBy(sql`recorded_at, store`)
    .prepare("list_price_records");
  return (gameId: number, opening: Date, end: Date): Promise<PriceRecordRow[]> =>
    statement.execute({ gameId, opening, end });
}

/** Every record of a game up to a time, ascending; money in cents. */
export function prepareListPricePoints(db: Db): (gameId: number, end: Date) => Promise<PricePoint[]> {
  const statement = db
    .select({
      store: priceHistory.store,
      at: priceHistory.recordedAt,
      price: priceHistory.priceCents,
      regular: priceHistory.regularCents,
    })
    .from(priceHistory)
    .where(
      and(eq(priceHistory.gameId, sql.placeholder("gameId")), lte(priceHistory.recordedAt, sql.placeholder("end"))),
    )
    .orderBy(priceHistory.recordedAt)
    .prepare("list_price_points");
  return (gameId, end) => statement.execute({ gameId, end });
}

/** Whether there is such a game. */
export function prepareHasGame(db: Db): (id: number) => Promise<boolean> {
  const statement = db
    .select({ id: games.id })
    .from(games)
    .where(eq(games.id, sql.placeholder("id")))
    .prepare("has_game");
  return async (id) => (await statement.execute({ id })).length > 0;
}
