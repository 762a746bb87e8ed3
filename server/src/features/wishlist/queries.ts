import type { Order } from "contract/core/sorting.ts";
import { firstCountry } from "contract/markets/schema.ts";
import { type WishlistSort, wishlistSorts } from "contract/wishlist/rules.ts";
import { and, count, eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { games } from "../games/table.ts";
import { gamePrices } from "../prices/table.ts";
import {
  anyStore,
  type BasketRow,
  basketColumns,
  bestOf,
  listedColumns,
  type PricesShown,
  pricesIn,
  pricesOf,
  shownGame,
  sortColumn,
} from "./queries-listed.ts";
import { wishlistItems } from "./table.ts";

const user = sql.placeholder("userId");
const country = sql.placeholder("country");

const anyGame = eq(games.id, wishlistItems.gameId);
const isShown = shownGame(wishlistItems.gameId);
const sortedBy = { addedAt: wishlistItems.addedAt, place: wishlistItems.displayOrder };

const itemColumns = {
  id: wishlistItems.id,
  gameId: wishlistItems.gameId,
  priority: wishlistItems.priority,
  notes: wishlistItems.notes,
  displayOrder: wishlistItems.displayOrder,
  addedAt: wishlistItems.addedAt,
};

function selectItems(db: Db, { market, counting }: PricesShown, game = isShown) {
  return db
    .select({ ...itemColumns, ...listedColumns(counting) })
    .from(wishlistItems)
    .innerJoin(games, game)
    .leftJoin(gamePrices, pricesIn(wishlistItems.gameId, market))
    .$dynamic();
}

export type WishlistRow = Awaited<ReturnType<typeof selectItems>>[number];

interface PageOf {
  userId: number;
  country: string;
  pricesOf: string | null;
  sort: WishlistSort;
  order: Order;
  limit: number;
  offset: number;
}

/** A page of a user's wishlist; games without a price come last in both directions. */
export function prepareListWishlist(db: Db): (page: PageOf) => Promise<WishlistRow[]> {
  const prepare = (sort: WishlistSort, order: Order) => {
    const direction = sql.raw(order);
    return selectItems(db, { market: country, counting: pricesOf })
      .where(eq(wishlistItems.userId, user))
      .orderBy(
        sql`${sortColumn(sort, sortedBy, pricesOf)} ${direction} nulls last`,
        sql`${wishlistItems.id} ${direction}`,
      )
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .prepare(`list_wishlist_${sort}_${order.toLowerCase()}`);
  };
  const statements = new Map(
    wishlistSorts.map((sort) => [sort, { ASC: prepare(sort, "ASC"), DESC: prepare(sort, "DESC") }] as const),
  );
  return ({ sort, order, ...values }) => statements.get(sort)![order].execute(values);
}

export function prepareCountWishlist(db: Db): (userId: number) => Promise<number> {
  const statement = db
    .select({ total: count() })
    .from(wishlistItems)
    .innerJoin(games, isShown)
    .where(eq(wishlistItems.userId, user))
    .prepare("count_wishlist");
  return async (userId) => (await statement.execute({ userId }))[0]!.total;
}

/** The given games that are on the user's wishlist, in no order. */
export function prepareListWishlistedGames(
  db: Db,
): (userId: number, gameIds: readonly number[], country: string) => Promise<WishlistRow[]> {
  const statement = selectItems(db, { market: country, counting: anyStore })
    .where(
      and(eq(wishlistItems.userId, user), sql`${wishlistItems.gameId} = any(${sql.placeholder("gameIds")}::int[])`),
    )
    .prepare("list_wishlisted_games");
  return (userId, gameIds, country) => statement.execute({ userId, gameIds, country });
}

/** One of the user's items, by its id or its game; `null` when there is none. */
export async function findWishlistItem(
  db: Db,
  userId: number,
  by: { id: number } | { gameId: number },
  country: string = firstCountry,
): Promise<WishlistRow | null> {
  const named = "id" in by ? eq(wishlistItems.id, by.id) : eq(wishlistItems.gameId, by.gameId);
  const [row] = await selectItems(db, { market: country, counting: anyStore }).where(
    and(eq(wishlistItems.userId, userId), named),
  );
  return row ?? null;
}

/** The whole wishlist in its owner's order, with hidden games, for the export of an account. */
export function listWholeWishlist(db: Db, userId: number, country: string = firstCountry): Promise<WishlistRow[]> {
  return selectItems(db, { market: country, counting: anyStore }, anyGame)
    .where(eq(wishlistItems.userId, userId))
    .orderBy(wishlistItems.displayOrder, wishlistItems.id);
}

/** Sums over a wishlist; money in minor units (spec/wishlist-and-alerts 1.3). */
export function prepareSumWishlist(db: Db) {
  const { steamMinor } = gamePrices;
  const { minor: bestMinor } = bestOf(pricesOf);
  const statement = db
    .select({
      games: count(),
      pricedGames: sql`count(${bestMinor})`.mapWith(Number),
      valueMinor: sql`coalesce(sum(${bestMinor}), 0)`.mapWith(Number),
      savingsMinor:
        sql`coalesce(sum(${steamMinor} - ${bestMinor}) filter (where ${steamMinor} > ${bestMinor}), 0)`.mapWith(Number),
    })
    .from(wishlistItems)
    .innerJoin(games, isShown)
    .leftJoin(gamePrices, pricesIn(wishlistItems.gameId, country))
    .where(eq(wishlistItems.userId, user))
    .prepare("sum_wishlist");
  return async (userId: number, country: string, pricesOf: string | null) =>
    (await statement.execute({ userId, country, pricesOf }))[0]!;
}

export type WishlistSums = Awaited<ReturnType<ReturnType<typeof prepareSumWishlist>>>;

/** The wishlisted games in the owner's order, with their offers in a market. */
export function prepareListBasketGames(db: Db): (userId: number, country: string) => Promise<BasketRow[]> {
  const statement = db
    .select(basketColumns(country))
    .from(wishlistItems)
    .innerJoin(games, isShown)
    .where(eq(wishlistItems.userId, user))
    .orderBy(wishlistItems.displayOrder, wishlistItems.id)
    .prepare("list_basket_games");
  return (userId, country) => statement.execute({ userId, country });
}
