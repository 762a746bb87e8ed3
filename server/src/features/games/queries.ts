import { AppError } from "contract/core/errors.ts";
import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { offers, priceHistory } from "../prices/table.ts";
import { stores } from "../stores/table.ts";
import type { ChangedRows } from "./read-model/apply-changes.ts";
import { type IndexedRow, type PriceRow, selectGames, selectPrices } from "./read-model/rows.ts";
import { games } from "./table.ts";

/** Throws `not_found` for a game that visitors cannot see. It cannot be deleted until the transaction ends. */
export async function requireGame(tx: Db, id: number): Promise<void> {
  const visible = and(eq(games.id, id), eq(games.hidden, false));
  const [game] = await tx.select({ id: games.id }).from(games).where(visible).for("key share");
  if (!game) throw new AppError("not_found", "Game not found");
}

export type OfferRow = Awaited<ReturnType<ReturnType<typeof prepareListOffers>>>[number];

/**
 * The offers of a game by enabled stores in a market, in the order of the stores; money in minor units of each offer's
 * currency. Stores that never sold it are left out.
 */
export function prepareListOffers(db: Db) {
  const wasSold = sql`exists (
    select from ${priceHistory}
    where ${priceHistory.gameId} = ${offers.gameId} and ${priceHistory.country} = ${offers.country}
      and ${priceHistory.store} = ${offers.store} and ${priceHistory.priceMinor} is not null
  )`;
  const statement = db
    .select({
      store: offers.store,
      currency: offers.currency,
      priceMinor: offers.priceMinor,
      regularMinor: offers.regularMinor,
      link: offers.link,
      activatesIn: offers.activatesIn,
      inStock: offers.inStock,
      lastSeenAt: offers.lastSeenAt,
      endsAt: offers.endsAt,
      wasFreeUntil: offers.wasFreeUntil,
      saleEndsAt: offers.saleEndsAt,
      activatesOn: offers.activatesOn,
    })
    .from(offers)
    .innerJoin(stores, and(eq(stores.key, offers.store), stores.enabled))
    .where(
      and(
        eq(offers.gameId, sql.placeholder("gameId")),
        eq(offers.country, sql.placeholder("country")),
        or(isNotNull(offers.priceMinor), wasSold),
      ),
    )
    .orderBy(stores.position)
    .prepare("list_offers");
  return (gameId: number, country: string) => statement.execute({ gameId, country });
}

/** The read model's rows of these games, in no order; deleted and hidden games are left out. */
export async function readChangedRows(db: Db, ids: number[]): Promise<ChangedRows> {
  const some = sql.param(ids);
  const [games, prices] = await Promise.all([
    db.execute<IndexedRow>(sql`${sql.raw(selectGames)} and id = any(${some}::int[])`),
    db.execute<PriceRow>(sql`${sql.raw(selectPrices)} where game_id = any(${some}::int[])`),
  ]);
  return { ids, games: games.rows, prices: prices.rows };
}
