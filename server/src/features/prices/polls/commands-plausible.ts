import { minKnownPrices } from "contract/prices/collapse-rules.ts";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { lockPrices } from "../offers/commands.ts";
import { requirePlausible } from "../readings/commands-collapse.ts";
import { applyHeldPages, listHeldPages } from "../readings/commands-readings.ts";
import { offers } from "../table.ts";
import type { PollSource } from "./commands-poll.ts";

/** Whether the known prices of the source are so many that its pages must wait until all of them are plausible. */
export async function mustWait(db: Db, { store, country }: PollSource): Promise<boolean> {
  const known = await db
    .select({ gameId: offers.gameId })
    .from(offers)
    .where(and(eq(offers.store, store), eq(offers.country, country), gt(offers.priceMinor, 0), isNull(offers.endsAt)))
    .limit(minKnownPrices);
  return known.length >= minKnownPrices;
}

/**
 * Applies the waiting pages of a reading, as of the times when they were read; returns the number of changes. Throws
 * CollapsedReading, without a change, if prices collapse.
 */
export async function applyPlausible(tx: Db, reading: number): Promise<number> {
  await lockPrices(tx);
  await requirePlausible(tx, await listHeldPages(tx, reading), { areNew: false });
  return applyHeldPages(tx, reading);
}
