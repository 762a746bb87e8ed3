import type { UndoResult } from "contract/imports/schema.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import type { Actor } from "../audit/commands.ts";
import { lockReading, takeBack } from "../prices/readings/commands-undo.ts";
import { createLeftOver, recordLeftOver, type Undo } from "./commands-left-over.ts";
import { removeNewGames, restoreFields } from "./commands-undo-games.ts";

const maxLeft = 100;

/**
 * Takes back what an import has changed and no one has changed since (spec/catalogue 9.4): first prices, then the
 * fields of games, then new games. Must run in a transaction.
 */
export async function undoImport(tx: Db, editor: Actor, undo: Undo): Promise<UndoResult> {
  await createLeftOver(tx);
  const pricesRestored = undo.readingId === null ? 0 : await undoPrices(tx, editor, undo.readingId, undo.now);
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

/** Undoes the reading, which may have been undone alone. */
async function undoPrices(tx: Db, editor: Actor, readingId: number, now: Date): Promise<number> {
  const reading = await lockReading(tx, readingId);
  if (reading.state === "undone") return 0;
  return takeBack(tx, editor, reading, now, (left) => recordLeftOver(tx, left));
}
