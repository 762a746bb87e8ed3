import type { Order } from "contract/core/sorting.ts";
import { firstCountry } from "contract/markets/schema.ts";
import type { BasketOffer } from "contract/wishlist/rules.ts";
import { type WishlistSort, wishlistSorts } from "contract/wishlist/rules.ts";
import { and, count, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { games } from "../games/table.ts";
import { markets } from "../markets/table.ts";
import { gamePrices, offers } from "../prices/table.ts";
import { stores } from "../stores/table.ts";
import { wishlistItems } from "./table.ts";

const user = sql.placeholder("userId");
const country = sql.placeholder("country");

const anyGame = eq(games.id, wishlistItems.gameId);
/** A hidden game stays on the list without being shown. */
const shownGame = and(anyGame, eq(games.hidden, false));

/** Keys of stores, separated by commas, whose prices count; null = all stores. */
const pricesOf = sql.placeholder("pricesOf");

const anyStore = sql`null`;

/** The best price of the stores that count, of `game_prices`. */
function bestOf(counting: SQL | Placeholder) {
  const part = (all: SQL | typeof gamePrices.bestMinor | typeof gamePrices.bestStore, list: string) => sql`
    case when ${counting}::text is null then ${all} else (
      select ${sql.raw(list)} from unnest(store_keys, store_minors) with ordinality own (store, minor, place)
      where store = any(string_to_array(${counting}::text, ',')) and minor is not null
      order by minor, place limit 1
    ) end`;
  return {
    minor: part(gamePrices.bestMinor, "minor").mapWith(gamePrices.bestMinor) as SQL<number | null>,
    store: part(gamePrices.bestStore, "store") as SQL<string | null>,
  };
}

/** Money in minor units of the market's currency. */
const itemColumns = {
  id: wishlistItems.id,
  gameId: wishlistItems.gameId,
  title: games.title,
  genre: games.genre,
  developer: games.developer,
  steamAppid: games.steamAppid,
  boxartUrl: games.boxartUrl,
  steamMinor: gamePrices.steamMinor,
  gogMinor: gamePrices.gogMinor,
  cdkeysMinor: gamePrices.cdkeysMinor,
  otherMinor: gamePrices.otherMinor,
  everywhereMinor: gamePrices.bestMinor,
  everywhereStore: gamePrices.bestStore,
  priority: wishlistItems.priority,
  notes: wishlistItems.notes,
  displayOrder: wishlistItems.displayOrder,
  addedAt: wishlistItems.addedAt,
};

interface PricesShown {
  market: SQL | Placeholder | string;
  /** The stores whose prices count. */
  counting: SQL | Placeholder;
}

function selectItems(db: Db, { market, counting }: PricesShown, game = shownGame) {
  const { minor: bestMinor, store: bestStore } = bestOf(counting);
  return db
    .select({ ...itemColumns, bestMinor, bestStore })
    .from(wishlistItems)
    .innerJoin(games, game)
    .leftJoin(gamePrices, pricesIn(market))
    .$dynamic();
}

const pricesIn = (market: SQL | Placeholder | string) =>
  and(eq(gamePrices.gameId, wishlistItems.gameId), eq(gamePrices.country, market));

export type WishlistRow = Awaited<ReturnType<typeof selectItems>>[number];

const sortColumns: Record<WishlistSort, SQL> = {
  added_at: sql`${wishlistItems.addedAt}`,
  // the same on every database, whatever its locale
  title: sql`${games.titleFolded} collate "C"`,
  lowest_price: bestOf(pricesOf).minor,
  display_order: sql`${wishlistItems.displayOrder}`,
};

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
    .innerJoin(games, shownGame)
    .where(eq(wishlistItems.userId, user))
    .prepare("count_wishlist");
  return async (userId) => (await statement.execute({ userId }))[0]!.total;
}

/** Those of the games that are on the user's wishlist, in no order. */
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
    .innerJoin(games, shownGame)
    .leftJoin(gamePrices, pricesIn(country))
    .where(eq(wishlistItems.userId, user))
    .prepare("sum_wishlist");
  return async (userId: number, country: string, pricesOf: string | null) =>
    (await statement.execute({ userId, country, pricesOf }))[0]!;
}

export type WishlistSums = Awaited<ReturnType<ReturnType<typeof prepareSumWishlist>>>;

/**
 * The wishlisted games in the owner's order, with the offers in a market that are not out of stock, in the order of the
 * stores and in minor units of the market's currency.
 */
export function prepareListBasketGames(db: Db) {
  const deliverable = sql<BasketOffer[]>`coalesce((
    select json_agg(
      json_build_object('store', ${stores.key}, 'price', ${offers.priceMinor}) order by ${stores.position})
    from ${offers}
    join ${stores} on ${stores.key} = ${offers.store} and ${stores.enabled}
    join ${markets} on ${markets.country} = ${offers.country} and ${markets.currency} = ${offers.currency}
    where ${offers.gameId} = ${games.id} and ${offers.country} = ${country}
      and ${offers.priceMinor} is not null and ${offers.inStock} is not false
  ), '[]')`;
  const statement = db
    .select({ id: games.id, title: games.title, offers: deliverable })
    .from(wishlistItems)
    .innerJoin(games, shownGame)
    .where(eq(wishlistItems.userId, user))
    .orderBy(wishlistItems.displayOrder, wishlistItems.id)
    .prepare("list_basket_games");
  return (userId: number, country: string) => statement.execute({ userId, country });
}

export type BasketRow = Awaited<ReturnType<ReturnType<typeof prepareListBasketGames>>>[number];
