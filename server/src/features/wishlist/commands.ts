import { AppError, invalid } from "contract/core/errors.ts";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { users } from "../accounts/table.ts";
import { games } from "../games/table.ts";
import { closeGap, moveItem, nextPlace, type PlacedItems, placeItems } from "./commands-places.ts";
import { findWishlistItem, type WishlistRow } from "./queries.ts";
import { wishlistItems } from "./table.ts";

const itemsOf = (userId: number): PlacedItems => ({
  table: "wishlist_items",
  place: "display_order",
  owner: "user_id",
  ownerId: userId,
});

export interface WishlistInput {
  userId: number;
  gameId: number;
  /** The market whose prices the returned item shows. */
  country?: string;
  priority: number;
  notes: string;
}

/**
 * Adds a game at the end of the user's own order. One that is already wishlisted stays as it is. Throws `not_found` for
 * an unknown game and `conflict` when the list has `maxItems`.
 */
export function addToWishlist(
  db: Db,
  { userId, gameId, country, priority, notes }: WishlistInput,
  maxItems: number,
): Promise<{ item: WishlistRow; added: boolean }> {
  return db.transaction(async (tx) => {
    await lockWishlist(tx, userId);
    const wishlisted = await findWishlistItem(tx, userId, { gameId }, country);
    if (wishlisted) return { item: wishlisted, added: false };
    const visible = and(eq(games.id, gameId), eq(games.hidden, false));
    const [game] = await tx.select({ id: games.id }).from(games).where(visible).for("key share");
    if (!game) throw new AppError("not_found", "Game not found");
    const size = await tx.$count(wishlistItems, eq(wishlistItems.userId, userId));
    if (size >= maxItems) {
      throw new AppError("conflict", `Your wishlist is full: it holds at most ${maxItems} games`);
    }
    const displayOrder = await nextPlace(tx, itemsOf(userId));
    await tx.insert(wishlistItems).values({ userId, gameId, priority, notes, displayOrder });
    return { item: await requireWishlistItem(tx, userId, { gameId }, country), added: true };
  });
}

/** Removes one of the user's items and moves those behind it up. Does nothing for an unknown item. */
export async function removeFromWishlist(
  db: Db,
  userId: number,
  by: { id: number } | { gameId: number },
): Promise<void> {
  const named = "id" in by ? eq(wishlistItems.id, by.id) : eq(wishlistItems.gameId, by.gameId);
  await db.transaction(async (tx) => {
    await lockWishlist(tx, userId);
    const [removed] = await tx
      .delete(wishlistItems)
      .where(and(eq(wishlistItems.userId, userId), named))
      .returning({ place: wishlistItems.displayOrder });
    if (removed) await closeGap(tx, itemsOf(userId), removed.place);
  });
}

export interface WishlistItemChanges {
  priority?: number | undefined;
  notes?: string | undefined;
  /** From 1; a place beyond the end means the end. */
  place?: number | undefined;
}

/** Changes one of the user's items; omitted fields stay. Throws `not_found`. */
export function changeWishlistItem(
  db: Db,
  userId: number,
  id: number,
  { priority, notes, place }: WishlistItemChanges,
  country?: string,
): Promise<WishlistRow> {
  return db.transaction(async (tx) => {
    await lockWishlist(tx, userId);
    const { displayOrder } = await requireWishlistItem(tx, userId, { id });
    if (place !== undefined) await moveItem(tx, itemsOf(userId), { id, from: displayOrder, wanted: place });
    if (priority !== undefined || notes !== undefined) {
      await tx
        .update(wishlistItems)
        .set({ priority, notes })
        .where(and(eq(wishlistItems.userId, userId), eq(wishlistItems.id, id)));
    }
    return requireWishlistItem(tx, userId, { id }, country);
  });
}

/**
 * Puts the named items first, in the order of their positions; the rest follows in the order that it had
 * (spec/wishlist-and-alerts 2.2). Ids and positions are distinct. Throws `invalid`, naming the first item that is
 * not in the user's list; then nothing has moved.
 */
export function reorderWishlist(
  db: Db,
  userId: number,
  items: readonly { wishlistId: number; position: number }[],
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockWishlist(tx, userId);
    const order = items.map(({ wishlistId, position }) => ({ id: wishlistId, position }));
    const foreign = await placeItems(tx, itemsOf(userId), order);
    if (foreign.size > 0) throw notInList(items, foreign);
  });
}

/**
 * A reorder names many items in its body, so one that is not the caller's is bad input (spec/wishlist-and-alerts 2.2).
 * Where the URL names a single item, another user's is a 404 (spec/wishlist-and-alerts 2).
 */
function notInList(items: readonly { wishlistId: number }[], foreign: ReadonlySet<number>): AppError {
  const index = items.findIndex(({ wishlistId }) => foreign.has(wishlistId));
  return invalid([{ path: `items.${index}.wishlistId`, msg: "Not in your wishlist" }]);
}

/** Makes other changes of this wishlist wait for the end of the transaction. */
async function lockWishlist(tx: Db, userId: number): Promise<void> {
  const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  if (!owner) throw new AppError("unauthenticated", "Authentication required");
}

async function requireWishlistItem(
  tx: Db,
  userId: number,
  by: { id: number } | { gameId: number },
  country?: string,
): Promise<WishlistRow> {
  const item = await findWishlistItem(tx, userId, by, country);
  if (!item) throw new AppError("not_found", "Wishlist item not found");
  return item;
}
