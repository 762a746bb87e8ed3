import { firstCountry } from "contract/markets/regions.ts";
import { type Market, priceCountry } from "contract/markets/schema.ts";
import type { RefusalCount } from "contract/prices/source-schema.ts";
import { otherStore } from "contract/stores/rules.ts";
import { arrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, asc, eq, gt, gte, inArray, isNotNull, lt, sql } from "../../../platform/db/drizzle.ts";
import { games } from "../../games/table.ts";
import type { Shelf } from "../matching/find.ts";
import { readMatched } from "../matching/matching.ts";
import { wasDecidedSince } from "../matching/reviews.ts";
import { requirePlausible } from "../readings/commands-readings.ts";
import { type FeedSetting, type OpenSetting, openPlayers, openSources } from "../sources/open.ts";
import type { PlayerCount, PriceSource, RefusalReason, Source } from "../sources/source.ts";
import type { SteamApp } from "../sources/steam.ts";
import { openUpstreams, type Upstreams } from "../sources/upstreams.ts";
import { offers } from "../table.ts";
import { applyOffers, type PollSource } from "./commands-poll.ts";
import { countRefusals } from "./commands-refusals.ts";
import type { PollRow } from "./queries.ts";

/**
 * The sources that the site is configured for in these markets, matched with its games. Calls nothing until one is
 * read.
 */
export function openPollSources(
  db: Db,
  env: OpenSetting["env"],
  markets: readonly SoldIn[],
  feeds: readonly FeedSetting[] = [],
  upstreams: Upstreams = openUpstreams(env.publicUrl),
): PollSource[] {
  const listApps = (country: string) => (after: number, limit: number) => listSteamApps(db, country, after, limit);
  const priced = openSources({
    env,
    upstreams,
    markets: withPrices(markets),
    feeds,
    listSteamApps: listApps,
    epicStore: otherStore,
  });
  const players = openPlayers({ env, upstreams, listSteamApps: listApps(firstCountry) });
  return [...priced.map((source) => toPolled(db, source)), toPolledPlayers(players)];
}

type SoldIn = Pick<Market, "country" | "currency"> & Partial<Pick<Market, "locale" | "shares_prices_with">>;

/** One market for all that share its prices, enabled or not. */
function withPrices(markets: readonly SoldIn[]): SoldIn[] {
  const own = markets.filter((market) => priceCountry(market) === market.country);
  const shared = markets.map((market) => ({ ...market, country: priceCountry(market), shares_prices_with: undefined }));
  return [...new Map([...shared, ...own].map((market) => [market.country, market])).values()];
}

/** Reasons to refuse a product that the store may still sell. */
const unreadable: readonly RefusalReason[] = ["shape", "currency", "price", "zero"];

function toPolled(db: Db, source: PriceSource): PollSource {
  const { key, store, country, exhaustive } = source;
  return {
    key,
    store,
    country,
    exhaustive,
    isWaiting: async (tx, last, now) =>
      (await isWaitingForGames(tx, last, now)) ||
      (key.startsWith("steam") && (await hasFoundFree(tx, country, last, now))),
    readsOffers: true,
    async *read({ signal, after, known, clock }) {
      const isCurrent = known && !(await needsRereading(db, source, known.startedAt));
      let unread: string[] = [];
      let refusals: RefusalCount[] = [];
      const pages = readMatched(db, source, {
        signal,
        after,
        knownVersion: isCurrent ? known.version : null,
        now: clock(),
        check: (pages) => requirePlausible(db, pages),
        onRefusal(refusal) {
          refusals = countRefusals(refusals, [refusal]);
          if (unreadable.includes(refusal.reason)) unread.push(refusal.productId ?? refusal.what);
        },
      });
      for await (const { observations, ...page } of pages) {
        const productIds = unread;
        const counted = refusals;
        unread = [];
        refusals = [];
        const apply = async (tx: Db, now: Date, reading?: number) => {
          await touch(tx, source, productIds, now);
          // an atomic source is checked already
          return source.atomic ? applyOffers(tx, observations, now, reading) : 0;
        };
        yield { ...page, refusals: counted, apply, ...(!source.atomic && { observations }) };
      }
    },
  };
}

/** Whether games were added since then, or decisions about the store's products made. */
async function needsRereading(db: Db, { store }: Shelf, since: Date): Promise<boolean> {
  const [game] = await db.select({ id: games.id }).from(games).where(gte(games.createdAt, since)).limit(1);
  return game !== undefined || (await wasDecidedSince(db, store, since));
}

/** Marks products as seen whose price could not be read. */
async function touch(tx: Db, { store, country }: Shelf, productIds: readonly string[], now: Date): Promise<void> {
  if (productIds.length === 0) return;
  await tx
    .update(offers)
    .set({ lastSeenAt: now })
    .where(
      and(
        eq(offers.store, store),
        eq(offers.country, country),
        inArray(offers.productId, [...productIds]),
        lt(offers.lastSeenAt, now),
      ),
    );
}

function toPolledPlayers({ key, store, country, exhaustive, read }: Source<PlayerCount>): PollSource {
  return {
    key,
    store,
    country,
    exhaustive,
    isWaiting: isWaitingForGames,
    async *read({ signal, after }) {
      for await (const { items, refusals, ...page } of read({ signal, after })) {
        const seen = items.length + refusals.length;
        const apply = (tx: Db, now: Date) => recordPlayerCounts(tx, items, now);
        const counted = countRefusals([], refusals);
        yield { ...page, seen, unmatched: 0, refused: refusals.length, refusals: counted, apply };
      }
    },
  };
}

const minuteMs = 60_000;

/**
 * Whether the last poll came before the games: there were none when it began, or since then their number has doubled.
 * The latter waits a minute, and ten times as long as the poll took, while a catalogue fills.
 */
async function isWaitingForGames(db: Db, last: PollRow, now: Date): Promise<boolean> {
  const real = sql`games where not sample`;
  const { rows } = await db.execute<{ none: boolean; most: boolean }>(sql`
    select coalesce((select created_at >= ${last.startedAt} from ${real} order by id limit 1), false) as none,
      coalesce((
        select created_at >= ${last.startedAt} from ${real} order by id
        offset (select count(*) / 2 from ${real}) limit 1
      ), false) as most
  `);
  const { none, most } = rows[0]!;
  if (none || !most || !last.finishedAt) return none;
  const took = last.finishedAt.getTime() - last.startedAt.getTime();
  return now.getTime() - last.finishedAt.getTime() >= Math.max(minuteMs, 10 * took);
}

/** The shortest time between two readings of Steam's prices for games that turn out to be free. */
const freeMs = 10 * minuteMs;

/** Whether details read since the last poll say that games without an offer at Steam are free, which prices do not. */
async function hasFoundFree(db: Db, country: string, last: PollRow, now: Date): Promise<boolean> {
  if (!last.finishedAt || now.getTime() - last.finishedAt.getTime() < freeMs) return false;
  const { rows } = await db.execute(sql`
    select from game_facts
    where source = 'steam' and read_at >= ${last.startedAt} and (details ->> 'isFree')::boolean
      and not exists (
        select from offers
        where offers.game_id = game_facts.game_id and offers.store = 'steam' and offers.country = ${country}
      )
    limit 1
  `);
  return rows.length > 0;
}

/**
 * The games at Steam that were added after the one with this appid, in that order, which is that of the starter list;
 * without sample games, which have generated prices.
 */
function listSteamApps(db: Db, country: string, after: number, limit: number): Promise<SteamApp[]> {
  return db
    .select({
      appid: sql<number>`${games.steamAppid}`,
      isPriced: sql<boolean>`coalesce(${offers.priceMinor} > 0, false)`,
      isFree: sql<boolean | null>`(
        select (details ->> 'isFree')::boolean from game_facts where game_id = ${games.id} and source = 'steam'
      )`,
      players: games.playerCount,
    })
    .from(games)
    .leftJoin(offers, and(eq(offers.gameId, games.id), eq(offers.country, country), eq(offers.store, "steam")))
    .where(and(isNotNull(games.steamAppid), eq(games.sample, false), gt(games.id, addedAs(after))))
    .orderBy(asc(games.id))
    .limit(limit);
}

/** The id of the game with this appid; 0 = none, or one that was merged meanwhile: the reading begins again. */
const addedAs = (appid: number) =>
  sql<number>`coalesce((select id from games of_appid where of_appid.steam_appid = ${appid}), 0)`;

/** The current number of players of a game on Steam. */
interface PlayersNow {
  steamAppid: number;
  playerCount: number;
}

/** Stores the number of players of each game; returns how many changed. Ignores unknown appids. */
export async function recordPlayerCounts(db: Db, players: readonly PlayersNow[], now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update games
    set player_count = seen.player_count, updated_at = ${now}
    from unnest(
      ${arrayOf(players.map(({ steamAppid }) => steamAppid))}::integer[],
      ${arrayOf(players.map(({ playerCount }) => playerCount))}::integer[]
    ) as seen (steam_appid, player_count)
    where games.steam_appid = seen.steam_appid and games.player_count is distinct from seen.player_count
      and not games.overrides ? 'player_count'
  `);
  return rowCount ?? 0;
}
