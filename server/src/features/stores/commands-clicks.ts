import { lt, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import type { OfferKey } from "./queries-link.ts";
import { gameClicks, storeClicks } from "./table.ts";

/** Counts a visitor who goes from a game to a store, on the day (UTC). */
export async function countClick(db: Db, { gameId, store, country }: OfferKey, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  await db
    .insert(storeClicks)
    .values({ day, store, country, clicks: 1 })
    .onConflictDoUpdate({
      target: [storeClicks.day, storeClicks.store, storeClicks.country],
      set: { clicks: sql`${storeClicks.clicks} + 1` },
    });
  await db
    .insert(gameClicks)
    .values({ day, gameId, clicks: 1 })
    .onConflictDoUpdate({
      target: [gameClicks.day, gameClicks.gameId],
      set: { clicks: sql`${gameClicks.clicks} + 1` },
    });
}

/** Deletes the clicks by game from before that day (UTC, YYYY-MM-DD). */
export async function pruneGameClicks(db: Db, before: string): Promise<void> {
  await db.delete(gameClicks).where(lt(gameClicks.day, before));
}
