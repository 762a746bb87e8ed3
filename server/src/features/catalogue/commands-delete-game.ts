import type { GameDependents } from "contract/catalogue/game-schema.ts";
import { AppError } from "contract/core/errors.ts";
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { games } from "../games/table.ts";
import { lockPrices } from "../prices/offers/commands.ts";
import { countDependents, lockGame } from "./queries-games.ts";

/** The dependents that the editor has seen; one left out counts as none. */
export type Confirmed = { [Name in keyof GameDependents]?: number | undefined };

/**
 * Deletes a game with what depends on it; its additions stay. Throws `not_found`, and `conflict` that names the
 * dependents unless exactly these are confirmed.
 */
export function deleteGame(db: Db, editor: Actor, id: number, confirmed: Confirmed): Promise<void> {
  return db.transaction(async (tx) => {
    // in the order of polls: first the facts, which the deletion removes too
    await tx.execute(sql`lock table game_facts in row exclusive mode`);
    // so that no price arrives between the count and the deletion
    await lockPrices(tx);
    const { values, overrides, hidden } = await lockGame(tx, id);
    const dependents = await countDependents(tx, id);
    checkConfirmed(dependents, confirmed);
    await tx.delete(games).where(eq(games.id, id));
    await recordChange(tx, editor, {
      action: "DELETE",
      resourceType: "game",
      resourceId: id,
      resourceKey: values.title,
      description: `Deleted the game ${values.title}`,
      oldValue: { ...values, overridden: Object.keys(overrides), hidden },
      details: { dependents },
    });
  });
}

function checkConfirmed(dependents: GameDependents, confirmed: Confirmed): void {
  const counts = Object.entries(dependents) as [keyof GameDependents, number][];
  if (counts.every(([name, count]) => (confirmed[name] ?? 0) === count)) return;
  const details = counts.map(([name, count]) => ({ path: name, msg: String(count) }));
  const named = counts.filter(([, count]) => count > 0).map(([name, count]) => `${name}: ${count}`);
  const what = named.length > 0 ? named.join(", ") : "nothing";
  throw new AppError("conflict", `Confirm what depends on this game (${what})`, { details });
}
