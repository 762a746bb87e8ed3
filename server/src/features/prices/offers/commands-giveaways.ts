import type { Db } from "../../../platform/db/connect.ts";
import { lte, sql } from "../../../platform/db/drizzle.ts";
import { offers } from "../table.ts";
import { lockPrices, recordOffers } from "./commands.ts";

/** Replaces every expired giveaway by the price after it. Returns their number. */
export function endGiveaways(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    // a concurrent price might be newer, and end the giveaway itself
    await lockPrices(tx);
    const ended = await tx
      .select({
        gameId: offers.gameId,
        country: offers.country,
        store: offers.store,
        currency: offers.currency,
        priceMinor: offers.afterMinor,
        regularMinor: offers.afterRegularMinor,
        link: offers.afterLink,
      })
      .from(offers)
      .where(lte(offers.endsAt, now));
    const { changed } = await recordOffers(tx, ended, { now, isReading: false });
    return changed;
  });
}

/**
 * Ends every expired sale whose store has not been read since: back to the regular price, or, where none is known,
 * only the end is forgotten. Returns the number of changed offers.
 */
export function endSales(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    await lockPrices(tx);
    const ended = await tx
      .select({
        gameId: offers.gameId,
        country: offers.country,
        store: offers.store,
        currency: offers.currency,
        priceMinor: sql<number>`coalesce(${offers.regularMinor}, ${offers.priceMinor})`,
      })
      .from(offers)
      .where(lte(offers.saleEndsAt, now));
    const { changed } = await recordOffers(tx, ended, { now, isReading: false });
    return changed;
  });
}
