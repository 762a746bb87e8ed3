import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { markSampleData } from "../../site-config/commands.ts";
import { disableAfterSample } from "../seed-listings.ts";
import { counts } from "./match.ts";

/**
 * Deletes sample games that no staged row matches; the others lose their sample prices and history and become real.
 * Returns the number of deleted games.
 */
export async function retireSample(tx: Db, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    delete from games
    where sample and not exists (select from staged_games staged where staged.game_id = games.id and ${counts})
    returning id
  `);
  for (const table of ["offers", "price_history", "voided_records", "price_overrides", "game_prices"]) {
    await tx.execute(sql`
      delete from ${sql.identifier(table)} where game_id in (select id from games where sample)
    `);
  }
  await tx.execute(sql`update games set sample = false, updated_at = ${now} where sample`);
  return rows.length;
}

/** Records whether sample games are left, and returns it. */
export async function recordSample(tx: Db, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ sample: boolean }>(sql`select exists (select from games where sample) as sample`);
  const { sample } = rows[0]!;
  if (!sample) await disableAfterSample(tx);
  await markSampleData(tx, sample, now);
  return sample;
}
