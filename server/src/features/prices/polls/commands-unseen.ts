import { hasLostTooMany } from "contract/prices/list-loss.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, desc, eq, lt, sql } from "../../../platform/db/drizzle.ts";
import { recordOffers } from "../offers/commands.ts";
import { offers, pricePolls } from "../table.ts";
import type { PollSource } from "./commands-poll.ts";
import { listPollsOf, type PollRow, recentPolls } from "./queries.ts";

/** Complete polls in a row that must miss an offer before it is closed. */
const missedPolls = 3;

/**
 * Detects an outage of a store that returns only a part of its range, or nothing valid: missing products are not gone.
 * Returns the problem, or `null`.
 */
export async function checkComplete(tx: Db, poll: PollRow): Promise<string | null> {
  const validCount = ({ seen, refused }: PollRow) => seen - refused;
  const before = (await listPollsOf(tx, poll.source, recentPolls + 1)).filter(({ id }) => id !== poll.id);
  const max = Math.max(0, ...before.filter(({ state }) => state === "done").map(validCount));
  const now = validCount(poll);
  if (now > 0 && !hasLostTooMany(now, max)) return null;
  return max > 0 ? `named ${now} products where lately there were ${max}` : "named no products";
}

/** Closes the offers of the store that these polls have missed; returns their number. */
export async function closeUnseen(
  tx: Db,
  { key, store, country }: PollSource,
  now: Date,
  reading: number | undefined,
): Promise<number> {
  const [earliest] = await tx
    .select({ startedAt: pricePolls.startedAt })
    .from(pricePolls)
    .where(and(eq(pricePolls.source, key), pricePolls.complete))
    .orderBy(desc(pricePolls.startedAt), desc(pricePolls.id))
    .offset(missedPolls - 1)
    .limit(1);
  if (!earliest) return 0;
  const unseen = await tx
    .select({ gameId: offers.gameId, currency: offers.currency })
    .from(offers)
    .where(
      and(
        eq(offers.store, store),
        eq(offers.country, country),
        lt(offers.lastSeenAt, earliest.startedAt),
        // during a giveaway, only the price after it is closed
        sql`case when ${offers.endsAt} is null then ${offers.priceMinor} else ${offers.afterMinor} end is not null`,
      ),
    );
  const observations = unseen.map((offer) => ({ ...offer, store, country, priceMinor: null }));
  const { changed } = await recordOffers(tx, observations, { now, reading });
  return changed;
}
