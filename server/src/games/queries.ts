import type { StoreKey } from "contract/stores.ts";
import { and, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { gamePrices, offers, priceHistory } from "../prices/table.ts";
import { type SnapshotRow, selectSnapshotRows } from "./snapshot-rows.ts";
import { games } from "./table.ts";

/** Read one by one: a subquery by primary key costs the same whatever plan the rest gets. */
const linkAt = (store: StoreKey): SQL<string | null> =>
  sql`(select ${offers.link} from ${offers} where ${offers.gameId} = ${games.id} and ${offers.store} = ${store}::store_key)`;

/** What a game's answer is made of; money in cents. */
const gameColumns = {
  id: games.id,
  title: games.title,
  genre: games.genre,
  developer: games.developer,
  description: games.description,
  rating: games.rating,
  reviewScore: games.reviewScore,
  reviewCount: games.reviewCount,
  boxartUrl: games.boxartUrl,
  steamAppid: games.steamAppid,
  tags: games.tags,
  explicit: games.explicit,
  playerCount: games.playerCount,
  metacriticScore: games.metacriticScore,
  releaseDate: games.releaseDate,
  steamCents: gamePrices.steamCents,
  gogCents: gamePrices.gogCents,
  cdkeysCents: gamePrices.cdkeysCents,
  otherCents: gamePrices.otherCents,
  cdkeysInStock: gamePrices.cdkeysInStock,
  bestCents: gamePrices.bestCents,
  bestStore: gamePrices.bestStore,
  highestBestCents: gamePrices.highestBestCents,
  lowCents: gamePrices.lowCents,
  lowStore: gamePrices.lowStore,
  lowAt: gamePrices.lowAt,
  steamLink: linkAt("steam"),
  gogLink: linkAt("gog"),
  cdkeysLink: linkAt("cdkeys"),
  otherLink: linkAt("other"),
};

export type GameRow = Awaited<ReturnType<ReturnType<typeof prepareListGames>>>[number];

/** The games of these ids, in no order; ids that are unknown are left out. */
export function prepareListGames(db: Db) {
  const statement = db
    .select(gameColumns)
    .from(games)
    .leftJoin(gamePrices, eq(gamePrices.gameId, games.id))
    .where(sql`${games.id} = any(${sql.placeholder("ids")}::int[])`)
    .prepare("list_games");
  return (ids: readonly number[]) => statement.execute({ ids });
}

export type OfferRow = Awaited<ReturnType<ReturnType<typeof prepareListOffers>>>[number];

/** The offers of a game, ordered by store; money in cents. Those of stores that never sold it are left out. */
export function prepareListOffers(db: Db) {
  const wasSold = sql`exists (
    select from ${priceHistory}
    where ${priceHistory.gameId} = ${offers.gameId} and ${priceHistory.store} = ${offers.store}
      and ${priceHistory.priceCents} is not null
  )`;
  const statement = db
    .select({
      store: offers.store,
      priceCents: offers.priceCents,
      regularCents: offers.regularCents,
      link: offers.link,
      inStock: offers.inStock,
      lastSeenAt: offers.lastSeenAt,
      endsAt: offers.endsAt,
      wasFreeUntil: offers.wasFreeUntil,
    })
    .from(offers)
    .where(and(eq(offers.gameId, sql.placeholder("gameId")), or(isNotNull(offers.priceCents), wasSold)))
    .orderBy(offers.store)
    .prepare("list_offers");
  return (gameId: number) => statement.execute({ gameId });
}

/** What the read model has to know of these games, in no order; deleted games are left out. */
export async function listSnapshotRows(db: Db, ids: number[]): Promise<SnapshotRow[]> {
  const some = sql`where games.id = any(${sql.param(ids)}::int[])`;
  const { rows } = await db.execute<SnapshotRow>(sql`${sql.raw(selectSnapshotRows)} ${some}`);
  return rows;
}
