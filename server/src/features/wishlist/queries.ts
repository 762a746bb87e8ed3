import type { Order } from "contract/core/sorting.ts";
import type { StoreKey } from "contract/stores.ts";
import { type WishlistSort, wishlistSorts } from "contract/wishlist/rules.ts";
import { and, count, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { games } from "../games/table.ts";
import { gamePrices, offers } from "../prices/table.ts";
import { wishlistItems } from "./table.ts";

const user = sql.placeholder("userId");

/** Money in cents. */
const itemColumns = {
  id: wishlistItems.id,
  gameId: wishlistItems.gameId,
  title: games.title,
  genre: games.genre,
  developer: games.developer,
  steamAppid: games.steamAppid,
  boxartUrl: games.boxartUrl,
  steamCents: gamePrices.steamCents,
  gogCents: gamePrices.gogCents,
  cdkeysCents: gamePrices.cdkeysCents,
  otherCents: gamePrices.otherCents,
  bestCents: gamePrices.bestCents,
  bestStore: gamePrices.bestStore,
  priority: wishlistItems.priority,
  notes: wishlistItems.notes,
  displayOrder: wishlistItems.displayOrder,
  addedAt: wishlistItems.addedAt,
};

function selectItems(db: Db) {
  return db
    .select(itemColumns)
    .from(wishlistItems)
    .innerJoin(games, eq(games.id, wishlistItems.gameId))
    .leftJoin(gamePrices, eq(gamePrices.gameId, wishlistItems.gameId))
    .$dynamic();
}

export type WishlistRow = Awaited<ReturnType<typeof selectItems>>[number];

const sortColumns: Record<WishlistSort, SQL> = {
  added_at: sql`${wishlistItems.addedAt}`,
  // the same on every database, whatever its locale
  title: sql`${games.titleFolded} collate "C"`,
  lowest_price: sql`${gamePrices.bestCents}`,
  display_order: sql`${wishlistItems.displayOrder}`,
};

interface PageOf {
  userId: number;
  sort: WishlistSort;
  order: Order;
  limit: number;
  offset: number;
}

/** A page of a user's wishlist; games without a price come last in both directions. */
export function prepareListWishlist(db: Db): (page: PageOf) => Promise<WishlistRow[]> {
  const prepare = (sort: WishlistSort, order: Order) => {
    const direction = sql.raw(order);
    return selectItems(db)
      .where(eq(wishlistItems.userId, user))
      .orderBy(sql`${sortColumns[sort]} ${direction} nulls last`, sql`${wishlistItems.id} ${direction}`)
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
    .where(eq(wishlistItems.userId, user))
    .prepare("count_wishlist");
  return async (userId) => (await statement.execute({ userId }))[0]!.total;
}

/** Those of the games that are on the user's wishlist, in no order. */
export function prepareListWishlistedGames(
  db: Db,
): (userId: number, gameIds: readonly number[]) => Promise<WishlistRow[]> {
  const statement = selectItems(db)
    .where(
      and(eq(wishlistItems.userId, user), sql`${wishlistItems.gameId} = any(${sql.placeholder("gameIds")}::int[])`),
    )
    .prepare("list_wishlisted_games");
  return (userId, gameIds) => statement.execute({ userId, gameIds });
}

/** One of the user's items, by its id or its game; `null` when there is none. */
export async function findWishlistItem(
  db: Db,
  userId: number,
  by: { id: number } | { gameId: number },
): Promise<WishlistRow | null> {
  const named = "id" in by ? eq(wishlistItems.id, by.id) : eq(wishlistItems.gameId, by.gameId);
  const [row] = await selectItems(db).where(and(eq(wishlistItems.userId, userId), named));
  return row ?? null;
}

/** The whole wishlist in its owner's order, for the export of an account. */
export function listWholeWishlist(db: Db, userId: number): Promise<WishlistRow[]> {
  return selectItems(db).where(eq(wishlistItems.userId, userId)).orderBy(wishlistItems.displayOrder, wishlistItems.id);
}

const { steamCents, bestCents } = gamePrices;

/** Sums over a wishlist; money in cents (spec/wishlist-and-alerts 1.3). */
export function prepareSumWishlist(db: Db) {
  const statement = db
    .select({
      games: count(),
      pricedGames: count(bestCents),
      valueCents: sql`coalesce(sum(${bestCents}), 0)`.mapWith(Number),
      savingsCents:
        sql`coalesce(sum(${steamCents} - ${bestCents}) filter (where ${steamCents} > ${bestCents}), 0)`.mapWith(Number),
    })
    .from(wishlistItems)
    .leftJoin(gamePrices, eq(gamePrices.gameId, wishlistItems.gameId))
    .where(eq(wishlistItems.userId, user))
    .prepare("sum_wishlist");
  return async (userId: number) => (await statement.execute({ userId }))[0]!;
}

export type WishlistSums = Awaited<ReturnType<ReturnType<typeof prepareSumWishlist>>>;

const deliverableAt = (store: StoreKey) =>
  sql<number | null>`max(${offers.priceCents}) filter (where ${offers.store} = ${store}::store_key)`;

/** The wishlisted games in the owner's order, with the prices of offers that are not out of stock, in cents. */
export function prepareListBasketGames(db: Db) {
  const statement = db
    .select({
      id: games.id,
      title: games.title,
      steam: deliverableAt("steam"),
      gog: deliverableAt("gog"),
      cdkeys: deliverableAt("cdkeys"),
      other: deliverableAt("other"),
    })
    .from(wishlistItems)
    .innerJoin(games, eq(games.id, wishlistItems.gameId))
    .leftJoin(offers, and(eq(offers.gameId, games.id), sql`${offers.inStock} is not false`))
    .where(eq(wishlistItems.userId, user))
    .groupBy(wishlistItems.id, games.id)
    .orderBy(wishlistItems.displayOrder, wishlistItems.id)
    .prepare("list_basket_games");
  return (userId: number) => statement.execute({ userId });
}

export type BasketRow = Awaited<ReturnType<ReturnType<typeof prepareListBasketGames>>>[number];
