import { and, eq, max, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { wishlistItems } from "./table.ts";

export interface ImportedItem {
  gameId: number;
  /** `null` = now. */
  addedAt: Date | null;
}

/**
 * Appends items to the user's own order; games that are already wishlisted stay as they are. `refused` counts those
 * beyond `maxItems`. Call it in a transaction that has locked the user.
 */
export async function addWishes(
  tx: Db,
  userId: number,
  items: readonly ImportedItem[],
  { maxItems, now }: { maxItems: number; now: Date },
): Promise<{ added: number; refused: number }> {
  if (items.length === 0) return { added: 0, refused: 0 };
  const first = new Map<number, ImportedItem>();
  for (const item of items) if (!first.has(item.gameId)) first.set(item.gameId, item);
  const named = sql.param([...first.keys()]);
  const existing = await tx
    .select({ gameId: wishlistItems.gameId })
    .from(wishlistItems)
    .where(and(eq(wishlistItems.userId, userId), sql`${wishlistItems.gameId} = any(${named}::integer[])`));
  for (const { gameId } of existing) first.delete(gameId);
  const [list] = await tx
    .select({ size: sql`count(*)`.mapWith(Number), last: max(wishlistItems.displayOrder) })
    .from(wishlistItems)
    .where(eq(wishlistItems.userId, userId));
  const added = [...first.values()].slice(0, Math.max(0, maxItems - (list?.size ?? 0)));
  const ids = sql.param(added.map(({ gameId }) => gameId));
  const times = sql.param(added.map(({ addedAt }) => (addedAt ?? now).toISOString()));
  await tx.execute(sql`
    insert into wishlist_items (user_id, game_id, display_order, added_at)
    select ${userId}, game_id, ${list?.last ?? 0} + place, added_at
    from unnest(${ids}::integer[], ${times}::timestamptz[]) with ordinality as item (game_id, added_at, place)
  `);
  return { added: added.length, refused: first.size - added.length };
}
