import type { StoreKey } from "contract/stores.ts";
import { and, asc, eq, gt, gte, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { games } from "../../games/table.ts";
import { readMatched } from "../matching/matching.ts";
import { wasDecidedSince } from "../matching/reviews.ts";
import { type OpenSetting, openPlayers, openSource } from "../sources/open.ts";
import { type PlayerCount, type PriceSource, type RefusalReason, type Source, sourceKeys } from "../sources/source.ts";
import type { SteamApp } from "../sources/steam.ts";
import { offers } from "../table.ts";
import { recordPlayerCounts } from "./commands-players.ts";
import { applyOffers, type PollSource } from "./commands-poll.ts";

/** The sources that the site is set up for, matched with its games. Nothing is called before one is read. */
export function openPollSources(db: Db, env: OpenSetting["env"]): PollSource[] {
  const setting: OpenSetting = { env, listSteamApps: (after, limit) => listSteamApps(db, after, limit) };
  const priced = sourceKeys.map((key) => openSource(key, setting)).filter((source) => source !== null);
  return [...priced.map((source) => toPolled(db, source)), toPolledPlayers(openPlayers(setting))];
}

/** What a product is refused for that the store may sell all the same. */
const notUnderstood: readonly RefusalReason[] = ["shape", "currency", "price"];

function toPolled(db: Db, source: PriceSource): PollSource {
  const { key, store, exhaustive } = source;
  return {
    key,
    store,
    exhaustive,
    async *read({ signal, after, known, clock }) {
      const stands = known && !(await hasNews(db, store, known.startedAt));
      let unread: string[] = [];
      const pages = readMatched(db, source, {
        signal,
        after,
        knownVersion: stands ? known.version : null,
        now: clock(),
        onRefusal: ({ what, reason, productId = what }) =>
          void (notUnderstood.includes(reason) && unread.push(productId)),
      });
      for await (const { observations, ...page } of pages) {
        const productIds = unread;
        unread = [];
        const apply = async (tx: Db, now: Date) => {
          await touch(tx, store, productIds, now);
          return applyOffers(tx, observations, now);
        };
        yield { ...page, apply };
      }
    },
  };
}

/** Since that time there are games that the source was not asked for, or decisions about its products. */
async function hasNews(db: Db, store: StoreKey, since: Date): Promise<boolean> {
  const [game] = await db.select({ id: games.id }).from(games).where(gte(games.createdAt, since)).limit(1);
  return game !== undefined || (await wasDecidedSince(db, store, since));
}

/** A product that the store names is there, also when its price is not understood. */
async function touch(tx: Db, store: StoreKey, productIds: readonly string[], now: Date): Promise<void> {
  if (productIds.length === 0) return;
  await tx
    .update(offers)
    .set({ lastSeenAt: now })
    .where(and(eq(offers.store, store), inArray(offers.productId, [...productIds]), lt(offers.lastSeenAt, now)));
}

function toPolledPlayers({ key, store, exhaustive, read }: Source<PlayerCount>): PollSource {
  return {
    key,
    store,
    exhaustive,
    async *read({ signal, after }) {
      for await (const { items, refusals, ...page } of read({ signal, after })) {
        const seen = items.length + refusals.length;
        const apply = (tx: Db, now: Date) => recordPlayerCounts(tx, items, now);
        yield { ...page, seen, unmatched: 0, refused: refusals.length, apply };
      }
    },
  };
}

/** The games with an appid above `after`. Those of the sample have prices that are made up, and keep them. */
function listSteamApps(db: Db, after: number, limit: number): Promise<SteamApp[]> {
  return db
    .select({
      appid: sql<number>`${games.steamAppid}`,
      isPriced: sql<boolean>`coalesce(${offers.priceCents} > 0, false)`,
    })
    .from(games)
    .leftJoin(offers, and(eq(offers.gameId, games.id), eq(offers.store, "steam")))
    .where(and(gt(games.steamAppid, after), eq(games.sample, false)))
    .orderBy(asc(games.steamAppid))
    .limit(limit);
}
