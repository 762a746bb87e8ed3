import type { GameDependents } from "contract/catalogue/game-schema.ts";
import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { games } from "../games/table.ts";
import { lockPrices } from "../prices/offers/commands.ts";
import { countDependents, lockGame } from "./queries-games.ts";

/** The numbers of dependents that the editor has confirmed, by default 0. */
export type Confirmed = { [Name in keyof GameDependents]?: number | undefined };

/**
 * Deletes a game with its dependents; its additions stay. Throws `not_found`, and `conflict`, naming the dependents,
 * unless exactly these are confirmed.
 */
export function deleteGame(db: Db, editor: Actor, id: number, confirmed: Confirmed): Promise<void> {
  return db.transaction(async (tx) => {
    // locks in the same order as polls, which start with the facts
    await tx.execute(sql`lock table game_facts in row exclusive mode`);
    // no price may be added between the count and the deletion
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
