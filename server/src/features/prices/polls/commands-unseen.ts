import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { recordOffers } from "../offers/commands.ts";
import { offers, pricePolls } from "../table.ts";
import type { PollSource } from "./commands-poll.ts";
import { listPollsOf, type PollRow, recentPolls } from "./queries.ts";

/** Complete polls in a row that must miss an offer before it is closed. */
const missedPolls = 3;
/** A poll that saw less than this part of what a recent one saw was cut short, whatever the source says. */
const minShare = 0.7;

/**
 * A store that returns only a part of what it sells, or nothing intelligible, has an outage: offers that are missing
 * are not gone.
 */
export async function checkWhole(tx: Db, poll: PollRow): Promise<string | null> {
  const understood = ({ seen, refused }: PollRow) => seen - refused;
  const before = (await listPollsOf(tx, poll.source, recentPolls + 1)).filter(({ id }) => id !== poll.id);
  const most = Math.max(0, ...before.filter(({ state }) => state === "done").map(understood));
  const now = understood(poll);
  if (now > 0 && now >= most * minShare) return null;
  return most > 0 ? `named ${now} products where lately there were ${most}` : "named no products";
}

/** Closes the offers of the store that these polls have missed; returns their number. */
export async function closeUnseen(tx: Db, { key, store, country }: PollSource, now: Date): Promise<number> {
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
        // of an offer that is given away now only what comes after is closed
        sql`case when ${offers.endsAt} is null then ${offers.priceMinor} else ${offers.afterMinor} end is not null`,
      ),
    );
  const observations = unseen.map((offer) => ({ ...offer, store, country, priceMinor: null }));
  const { changed } = await recordOffers(tx, observations, { now });
  return changed;
}
