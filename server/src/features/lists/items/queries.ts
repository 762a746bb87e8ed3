import { AppError } from "contract/core/errors.ts";
import type { Order } from "contract/core/sorting.ts";
import { firstCountry } from "contract/markets/schema.ts";
import { type WishlistSort, wishlistSorts } from "contract/wishlist/rules.ts";
import { and, count, eq, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { games } from "../../games/table.ts";
import { gamePrices } from "../../prices/table.ts";
import {
  anyStore,
  type BasketRow,
  basketColumns,
  listedColumns,
  type PricesShown,
  pricesIn,
  pricesOf,
  shownGame,
  sortColumn,
} from "../../wishlist/queries-listed.ts";
import { listItems } from "../table.ts";

const list = sql.placeholder("listId");
const country = sql.placeholder("country");

const anyGame = eq(games.id, listItems.gameId);
const isShown = shownGame(listItems.gameId);
const sortedBy = { addedAt: listItems.addedAt, place: listItems.position };

function selectItems(db: Db, { market, counting }: PricesShown, game = isShown) {
  return db
    .select({
      id: listItems.id,
      gameId: listItems.gameId,
      ...listedColumns(counting),
      notes: listItems.notes,
      displayOrder: listItems.position,
      addedAt: listItems.addedAt,
    })
    .from(listItems)
    .innerJoin(games, game)
    .leftJoin(gamePrices, pricesIn(listItems.gameId, market))
    .$dynamic();
}

export type ItemRow = Awaited<ReturnType<typeof selectItems>>[number];

interface PageOf {
  listId: number;
  country: string;
  /** Keys of the stores whose prices count, separated by commas; `null` = all stores. */
  pricesOf: string | null;
  sort: WishlistSort;
  order: Order;
  limit: number;
  offset: number;
}

/** A page of a list; games without a price come last in both directions. */
export function prepareListItems(db: Db): (page: PageOf) => Promise<ItemRow[]> {
  const prepare = (sort: WishlistSort, order: Order) => {
    const direction = sql.raw(order);
    return selectItems(db, { market: country, counting: pricesOf })
      .where(eq(listItems.listId, list))
      .orderBy(sql`${sortColumn(sort, sortedBy, pricesOf)} ${direction} nulls last`, sql`${listItems.id} ${direction}`)
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .prepare(`list_items_${sort}_${order.toLowerCase()}`);
  };
  const statements = new Map(
    wishlistSorts.map((sort) => [sort, { ASC: prepare(sort, "ASC"), DESC: prepare(sort, "DESC") }] as const),
  );
  return ({ sort, order, ...values }) => statements.get(sort)![order].execute(values);
}

export function prepareCountItems(db: Db): (listId: number) => Promise<number> {
  const statement = db
    .select({ total: count() })
    .from(listItems)
    .innerJoin(games, isShown)
    .where(eq(listItems.listId, list))
    .prepare("count_list_items");
  return async (listId) => (await statement.execute({ listId }))[0]!.total;
}

/** An item of a list, by its id or its game; `null` when there is none. */
export async function findItem(
  db: Db,
  listId: number,
  by: { id: number } | { gameId: number },
  market: string = firstCountry,
): Promise<ItemRow | null> {
  const named = "id" in by ? eq(listItems.id, by.id) : eq(listItems.gameId, by.gameId);
  const [row] = await selectItems(db, { market, counting: anyStore }).where(and(eq(listItems.listId, listId), named));
  return row ?? null;
}

/** As `findItem`. Throws `not_found`. */
export async function requireItem(...of: Parameters<typeof findItem>): Promise<ItemRow> {
  const item = await findItem(...of);
  if (!item) throw new AppError("not_found", "List item not found");
  return item;
}

/** All items in the owner's order, including hidden games, for the export of an account. */
export function listWholeList(db: Db, listId: number, market: string): Promise<ItemRow[]> {
  return selectItems(db, { market, counting: anyStore }, anyGame)
    .where(eq(listItems.listId, listId))
    .orderBy(listItems.position);
}

/** The games on a list in the owner's order, with their prices in a market. */
export function prepareListBasket(db: Db): (listId: number, country: string) => Promise<BasketRow[]> {
  const statement = db
    .select(basketColumns(country))
    .from(listItems)
    .innerJoin(games, isShown)
    .where(eq(listItems.listId, list))
    .orderBy(listItems.position, listItems.id)
    .prepare("list_basket_of_list");
  return (listId, country) => statement.execute({ listId, country });
}
