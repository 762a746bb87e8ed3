import { AppError, invalid } from "contract/core/errors.ts";
import { maxListItems } from "contract/lists/rules.ts";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { games } from "../../games/table.ts";
import { closeGap, moveItem, nextPlace, type PlacedItems, placeItems } from "../../wishlist/commands-places.ts";
import { lockList } from "../queries.ts";
import { listItems } from "../table.ts";
import { findItem, type ItemRow, requireItem } from "./queries.ts";

/** One of a user's lists. */
export interface OwnList {
  userId: number;
  listId: number;
}

export interface NewItem {
  gameId: number;
  notes: string;
  /** Whose prices the returned item shows. */
  country?: string;
}

/**
 * Adds a game at the end of a list. An existing item stays unchanged. Throws `not_found` for an unknown list or
 * game and `conflict` when the list holds `maxListItems`.
 */
export function addItem(
  db: Db,
  { userId, listId }: OwnList,
  { gameId, notes, country }: NewItem,
): Promise<{ item: ItemRow; added: boolean }> {
  return db.transaction(async (tx) => {
    await lockList(tx, userId, listId);
    const present = await findItem(tx, listId, { gameId }, country);
    if (present) return { item: present, added: false };
    const visible = and(eq(games.id, gameId), eq(games.hidden, false));
    const [game] = await tx.select({ id: games.id }).from(games).where(visible).for("key share");
    if (!game) throw new AppError("not_found", "Game not found");
    if ((await tx.$count(listItems, eq(listItems.listId, listId))) >= maxListItems) {
      throw new AppError("conflict", `This list is full: it holds at most ${maxListItems} games`);
    }
    await tx.insert(listItems).values({ listId, gameId, notes, position: await nextPlace(tx, itemsOf(listId)) });
    return { item: await requireItem(tx, listId, { gameId }, country), added: true };
  });
}

/** Removes an item from a list; those after it move up. Throws `not_found` for an unknown list only. */
export async function removeItem(
  db: Db,
  { userId, listId }: OwnList,
  by: { id: number } | { gameId: number },
): Promise<void> {
  const named = "id" in by ? eq(listItems.id, by.id) : eq(listItems.gameId, by.gameId);
  await db.transaction(async (tx) => {
    await lockList(tx, userId, listId);
    const [removed] = await tx
      .delete(listItems)
      .where(and(eq(listItems.listId, listId), named))
      .returning({ place: listItems.position });
    if (removed) await closeGap(tx, itemsOf(listId), removed.place);
  });
}

export interface ItemEdit {
  notes?: string | undefined;
  /** From 1; capped at the end of the list. */
  place?: number | undefined;
}

/** Changes an item; what is left out stays. Throws `not_found`. */
export function changeItem(
  db: Db,
  { userId, listId }: OwnList,
  id: number,
  { notes, place }: ItemEdit,
  country?: string,
): Promise<ItemRow> {
  return db.transaction(async (tx) => {
    await lockList(tx, userId, listId);
    const { displayOrder } = await requireItem(tx, listId, { id });
    if (place !== undefined) await moveItem(tx, itemsOf(listId), { id, from: displayOrder, wanted: place });
    if (notes !== undefined) {
      const named = and(eq(listItems.listId, listId), eq(listItems.id, id));
      await tx.update(listItems).set({ notes }).where(named);
    }
    return requireItem(tx, listId, { id }, country);
  });
}

/**
 * Puts the named items first, as on the wishlist (spec/wishlist-and-alerts 2.2). Throws `not_found`, and `invalid`,
 * naming the item, when one is not on the list; then nothing moves.
 */
export function reorderList(
  db: Db,
  { userId, listId }: OwnList,
  items: readonly { itemId: number; position: number }[],
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockList(tx, userId, listId);
    const order = items.map(({ itemId, position }) => ({ id: itemId, position }));
    const foreign = await placeItems(tx, itemsOf(listId), order);
    const index = items.findIndex(({ itemId }) => foreign.has(itemId));
    if (index >= 0) throw invalid([{ path: `items.${index}.itemId`, msg: "Not on this list" }]);
  });
}

const itemsOf = (listId: number): PlacedItems => ({
  table: "list_items",
  place: "position",
  owner: "list_id",
  ownerId: listId,
});
