import { AppError } from "contract/core/errors.ts";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import type { ChangedRows } from "./read-model/apply-changes.ts";
import { type IndexedRow, type PriceRow, selectGames, selectPrices } from "./read-model/rows.ts";
import { games } from "./table.ts";

/** Throws `not_found` for a game that visitors cannot see. It cannot be deleted until the transaction ends. */
export async function requireGame(tx: Db, id: number): Promise<void> {
  const visible = and(eq(games.id, id), eq(games.hidden, false));
  const [game] = await tx.select({ id: games.id }).from(games).where(visible).for("key share");
  if (!game) throw new AppError("not_found", "Game not found");
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
