import type { UndoResult } from "contract/imports/schema.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { lockPrices } from "../prices/offers/commands.ts";
import { createLeftOver, type Undo } from "./commands-left-over.ts";
import { removeNewGames, restoreFields } from "./commands-undo-games.ts";
import { restorePrices } from "./commands-undo-prices.ts";

const maxLeft = 100;

/**
 * Takes back what an import has changed and no one has changed since (spec/catalogue 9.4): first prices, then the
 * fields of games, then new games. Must run in a transaction.
 */
export async function undoImport(tx: Db, undo: Undo): Promise<UndoResult> {
  await lockPrices(tx);
  await createLeftOver(tx);
  const pricesRestored = await restorePrices(tx, undo);
  const gamesRestored = await restoreFields(tx, undo);
  const gamesRemoved = await removeNewGames(tx, undo);
  const { rows: left } = await tx.execute<UndoResult["left"][number]>(sql`
    select game_id, title, what from left_over join games on games.id = game_id
    order by game_id, what limit ${maxLeft}
  `);
  const { rows: counted } = await tx.execute<{ count: number }>(sql`
    select count(*)::integer as count from left_over join games on games.id = game_id
  `);
  await tx.execute(sql`delete from import_changes where import_id = ${undo.importId}`);
  return {
    games_removed: gamesRemoved,
    games_restored: gamesRestored,
    prices_restored: pricesRestored,
    left_count: counted[0]!.count,
    left,
  };
}
