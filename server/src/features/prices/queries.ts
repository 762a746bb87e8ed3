import type { PricePoint } from "contract/prices/rules.ts";
import { and, eq, lte, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { games } from "../games/table.ts";
import { priceHistory } from "./table.ts";

/** Every record of a game up to a time, ascending by time, then by store; money in cents. */
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
    .orderBy(priceHistory.recordedAt, priceHistory.store)
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
