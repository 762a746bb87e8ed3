import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { markSampleData } from "../site-config/commands.ts";
import { counts } from "./import-match.ts";

/**
 * Makes room for real games: sample games that no staged row is about leave, the others lose their made-up prices and
 * history and go on as real ones. Returns how many left.
 */
export async function retireSample(tx: Db, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    delete from games
    where sample and not exists (select from staged_games staged where staged.game_id = games.id and ${counts})
    returning id
  `);
  for (const table of ["offers", "price_history", "game_prices"]) {
    await tx.execute(sql`
      delete from ${sql.identifier(table)} where game_id in (select id from games where sample)
    `);
  }
  await tx.execute(sql`update games set sample = false, updated_at = ${now} where sample`);
  return rows.length;
}

/** Tells the site whether sample games are still among the others, and the caller too. */
export async function noteSample(tx: Db, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ sample: boolean }>(sql`select exists (select from games where sample) as sample`);
  const { sample } = rows[0]!;
  await markSampleData(tx, sample, now);
  return sample;
}
