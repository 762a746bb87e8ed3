import { AppError, invalid } from "contract/core/errors.ts";
import { and, eq, gte, lte, max, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { users } from "../accounts/table.ts";
import { games } from "../games/table.ts";
import { findWishlistItem, type WishlistRow } from "./queries.ts";
import { wishlistItems } from "./table.ts";

export interface Wish {
  userId: number;
  gameId: number;
  /** Whose prices the returned item shows. */
  country?: string;
  priority: number;
  notes: string;
}

/**
 * Wishes for a game, at the end of the user's own order. One that is wished for already stays as it is.
 * Throws `not_found` for an unknown game and `conflict` when the list holds `maxItems`.
 */
export function addToWishlist(
  db: Db,
  { userId, gameId, country, priority, notes }: Wish,
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
    const [last] = await tx
      .select({ place: max(wishlistItems.displayOrder) })
      .from(wishlistItems)
      .where(eq(wishlistItems.userId, userId));
    await tx.insert(wishlistItems).values({ userId, gameId, priority, notes, displayOrder: (last?.place ?? 0) + 1 });
    return { item: await requireWishlistItem(tx, userId, { gameId }, country), added: true };
  });
}

/** Takes one of the user's items from the list; the places behind it move up. Does nothing when it is not there. */
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
    if (removed) await shiftPlaces(tx, userId, -1, gte(wishlistItems.displayOrder, removed.place));
  });
}

export interface WishChanges {
  priority?: number | undefined;
  notes?: string | undefined;
  /** From 1; one behind the end means the end. */
  place?: number | undefined;
}

/** Changes one of the user's items; what is left out stays. Throws `not_found`. */
export function changeWishlistItem(
  db: Db,
  userId: number,
  id: number,
  { priority, notes, place }: WishChanges,
  country?: string,
): Promise<WishlistRow> {
  return db.transaction(async (tx) => {
    await lockWishlist(tx, userId);
    const { displayOrder } = await requireWishlistItem(tx, userId, { id });
    if (place !== undefined) await moveItem(tx, userId, id, displayOrder, place);
    if (priority !== undefined || notes !== undefined) {
      await tx
        .update(wishlistItems)
        .set({ priority, notes })
        .where(and(eq(wishlistItems.userId, userId), eq(wishlistItems.id, id)));
    }
    return requireWishlistItem(tx, userId, { id }, country);
  });
}

async function moveItem(tx: Db, userId: number, id: number, from: number, wanted: number): Promise<void> {
  const to = Math.min(wanted, await tx.$count(wishlistItems, eq(wishlistItems.userId, userId)));
  if (to === from) return;
  const between = and(
    gte(wishlistItems.displayOrder, Math.min(from, to)),
    lte(wishlistItems.displayOrder, Math.max(from, to)),
  );
  await shiftPlaces(tx, userId, to < from ? 1 : -1, between);
  await tx
    .update(wishlistItems)
    .set({ displayOrder: to })
    .where(and(eq(wishlistItems.userId, userId), eq(wishlistItems.id, id)));
}

/**
 * Puts the named items first, in the order of their positions; the rest follows in the order that it had
 * (spec/wishlist-and-alerts 2.2). Ids and positions are distinct. Throws `invalid`, naming it, when one of the items
 * is not in the user's list; then nothing has moved.
 */
export function reorderWishlist(
  db: Db,
  userId: number,
  items: readonly { wishlistId: number; position: number }[],
): Promise<void> {
  // as one parameter each, whatever their number
  const ids = sql.param(items.map(({ wishlistId }) => wishlistId));
  const positions = sql.param(items.map(({ position }) => position));
  return db.transaction(async (tx) => {
    await lockWishlist(tx, userId);
    // asked for what should be none, and not for what should be thousands
    const { rows: foreign } = await tx.execute<{ id: number }>(sql`
      select unnest(${ids}::int[]) as id except select id from wishlist_items where user_id = ${userId}
    `);
    if (foreign.length > 0) throw notInList(items, new Set(foreign.map(({ id }) => id)));
    await tx.execute(sql`
      update wishlist_items
      set display_order = placed.place
      from (
        select id, row_number() over (order by named.position nulls last, display_order, id) as place
        from wishlist_items
        left join unnest(${ids}::int[], ${positions}::int[]) as named (id, position) using (id)
        where user_id = ${userId}
      ) placed
      where wishlist_items.id = placed.id and user_id = ${userId} and display_order <> placed.place
    `);
  });
}

/**
 * A reorder names many items in its body, so one that is not the caller's is bad input (spec/wishlist-and-alerts 2.2).
 * Where the address names the one item, another user's is a 404 (spec/wishlist-and-alerts 2).
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

async function shiftPlaces(tx: Db, userId: number, by: number, which: SQL | undefined): Promise<void> {
  await tx
    .update(wishlistItems)
    .set({ displayOrder: sql`${wishlistItems.displayOrder} + ${by}` })
    .where(and(eq(wishlistItems.userId, userId), which));
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
