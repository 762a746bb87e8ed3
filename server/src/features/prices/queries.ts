import type { Market } from "contract/markets/schema.ts";
import type { PricePoint } from "contract/prices/rules.ts";
import { and, eq, lte, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { games } from "../games/table.ts";
import { priceHistory } from "./table.ts";

/**
 * Every record of a game in a market up to a time, ascending by time, then by store; money in minor units of the
 * market's currency, without records in other currencies.
 */
export function prepareListPricePoints(
  db: Db,
): (gameId: number, market: Pick<Market, "country" | "currency">, end: Date) => Promise<PricePoint[]> {
  const statement = db
    .select({
      store: priceHistory.store,
      at: priceHistory.recordedAt,
      price: priceHistory.priceMinor,
      regular: priceHistory.regularMinor,
    })
    .from(priceHistory)
    .innerJoin(games, and(eq(games.id, priceHistory.gameId), eq(games.hidden, false)))
    .where(
      and(
        eq(priceHistory.gameId, sql.placeholder("gameId")),
        eq(priceHistory.country, sql.placeholder("country")),
        eq(priceHistory.currency, sql.placeholder("currency")),
        lte(priceHistory.recordedAt, sql.placeholder("end")),
      ),
    )
    .orderBy(priceHistory.recordedAt, priceHistory.store)
    .prepare("list_price_points");
  return (gameId, { country, currency }, end) => statement.execute({ gameId, country, currency, end });
}

/** Whether the game exists and is visible to visitors. */
export function prepareHasGame(db: Db): (id: number) => Promise<boolean> {
  const statement = db
    .select({ id: games.id })
    .from(games)
    .where(and(eq(games.id, sql.placeholder("id")), eq(games.hidden, false)))
    .prepare("has_game");
  return async (id) => (await statement.execute({ id })).length > 0;
}
