import { errorText } from "contract/content-strings/defaults/personal/error.ts";
import { AppError, invalid } from "contract/core/errors.ts";
import { maxListItems } from "contract/lists/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, eq, inArray, max, sql } from "../../platform/db/drizzle.ts";
import { requireGame } from "../games/queries.ts";
import { lockList } from "./commands.ts";
import type { OwnList } from "./queries.ts";
import { findItem, type ItemRow } from "./queries-items.ts";
import { listItems } from "./table.ts";

/** What the errors of a list and of the wishlist say. */
const words = {
  list: { full: "error.list_full", unknown: "List item not found", foreign: "Not on this list", id: "itemId" },
  wishlist: {
    full: "error.wishlist_full",
    unknown: "Wishlist item not found",
    foreign: "Not in your wishlist",
    id: "wishlistId",
  },
} as const;
const wordsOf = ({ listId }: OwnList) => words[listId === "wishlist" ? "wishlist" : "list"];

export interface NewItem {
  gameId: number;
  notes?: string;
  priority?: number;
  /** Whose prices the returned item shows. */
  country?: string;
}

/**
 * Adds a game at the end of a list. An existing item stays unchanged. Throws `not_found` for an unknown list or
 * game and `conflict` when the list holds `maxItems`.
 */
export function addItem(
  db: Db,
  list: OwnList,
  { gameId, notes, priority, country }: NewItem,
  maxItems = maxListItems,
): Promise<{ item: ItemRow; added: boolean }> {
  return db.transaction(async (tx) => {
    const listId = await lockList(tx, list);
    const present = await findItem(tx, listId, { gameId }, country);
    if (present) return { item: present, added: false };
    await requireGame(tx, gameId);
    if ((await tx.$count(listItems, eq(listItems.listId, listId))) >= maxItems) {
      throw new AppError("conflict", errorText(wordsOf(list).full, { count: maxItems }));
    }
    const position = (await lastPlace(tx, listId)) + 1;
    const [row] = await tx
      .insert(listItems)
      .values({ listId, gameId, notes, priority, position })
      .returning({ id: listItems.id });
    return { item: (await findItem(tx, listId, { id: row!.id }, country))!, added: true };
  });
}

/** Removes items from a list; those after them move up. Throws `not_found` for an unknown list only. */
export async function removeItems(
  db: Db,
  list: OwnList,
  by: { id: number } | { gameIds: readonly number[] },
): Promise<void> {
  const named = "id" in by ? eq(listItems.id, by.id) : inArray(listItems.gameId, [...by.gameIds]);
  await db.transaction(async (tx) => {
    const listId = await lockList(tx, list);
    const removed = await tx
      .delete(listItems)
      .where(and(eq(listItems.listId, listId), named))
      .returning({ place: listItems.position });
    if (removed.length === 0) return;
    await tx.execute(sql`
      update list_items set position = places.place
      from (
        select id, row_number() over (order by position, id) as place from list_items where list_id = ${listId}
      ) places
      where list_items.id = places.id and position <> place and list_id = ${listId}
    `);
  });
}

export interface ItemEdit {
  priority?: number | undefined;
  notes?: string | undefined;
  /** From 1; a place beyond the end means the end. */
  place?: number | undefined;
}

/** Changes an item; what is left out stays. Throws `not_found`. */
export function changeItem(
  db: Db,
  list: OwnList,
  id: number,
  { priority, notes, place }: ItemEdit,
  country?: string,
): Promise<ItemRow> {
  return db.transaction(async (tx) => {
    const listId = await lockList(tx, list);
    const item = await findItem(tx, listId, { id }, country);
    if (!item) throw new AppError("not_found", wordsOf(list).unknown);
    if (place !== undefined) await moveItem(tx, listId, { id, from: item.displayOrder, wanted: place });
    if (priority !== undefined || notes !== undefined) {
      const named = and(eq(listItems.listId, listId), eq(listItems.id, id));
      await tx.update(listItems).set({ priority, notes }).where(named);
    }
    return (await findItem(tx, listId, { id }, country))!;
  });
}

async function moveItem(
  tx: Db,
  listId: number,
  { id, from, wanted }: { id: number; from: number; wanted: number },
): Promise<void> {
  const to = Math.min(wanted, await lastPlace(tx, listId));
  if (to === from) return;
  await tx.execute(sql`
    update list_items set position = case when id = ${id} then ${to}::integer else position + ${to < from ? 1 : -1} end
    where list_id = ${listId} and position between ${Math.min(from, to)} and ${Math.max(from, to)}
  `);
}

async function lastPlace(tx: Db, listId: number): Promise<number> {
  const [row] = await tx
    .select({ last: max(listItems.position) })
    .from(listItems)
    .where(eq(listItems.listId, listId));
  return row?.last ?? 0;
}

/**
 * Puts the named items first, in the order of their positions; the rest follows in the order that it had
 * (spec/wishlist-and-alerts 2.2). Ids and positions are distinct. Throws `not_found` for an unknown list, and
 * `invalid`, naming the first item that is not on the list; then nothing has moved.
 */
export function reorderList(db: Db, list: OwnList, order: readonly { id: number; position: number }[]): Promise<void> {
  return db.transaction(async (tx) => {
    const listId = await lockList(tx, list);
    // one parameter each, whatever their number
    const ids = sql.param(order.map(({ id }) => id));
    const positions = sql.param(order.map(({ position }) => position));
    // queries foreign ids, normally none, instead of up to thousands of own ones
    const { rows } = await tx.execute<{ id: number }>(sql`
      select unnest(${ids}::int[]) as id except select id from list_items where list_id = ${listId}
    `);
    const foreign = new Set(rows.map(({ id }) => id));
    if (foreign.size > 0) {
      // many items in a body: one that is not on the list is bad input, where an address would be a 404
      const index = order.findIndex(({ id }) => foreign.has(id));
      const { id, foreign: msg } = wordsOf(list);
      throw invalid([{ path: `items.${index}.${id}`, msg }]);
    }
    await tx.execute(sql`
      update list_items item set position = placed.place
      from (
        select id, row_number() over (order by named.wanted nulls last, position, id) as place
        from list_items left join unnest(${ids}::int[], ${positions}::int[]) as named (id, wanted) using (id)
        where list_id = ${listId}
      ) placed
      where item.id = placed.id and item.position <> placed.place and list_id = ${listId}
    `);
  });
}

/**
 * Appends games to a list; those that are on it already stay as they are. `refused` counts those beyond `maxItems`.
 * `addedAt: null` means now.
 */
export async function addItems(
  tx: Db,
  list: OwnList,
  items: readonly { gameId: number; addedAt: Date | null }[],
  { maxItems, now }: { maxItems: number; now: Date },
): Promise<{ added: number; refused: number }> {
  if (items.length === 0) return { added: 0, refused: 0 };
  const listId = await lockList(tx, list);
  const first = new Map<number, Date | null>();
  for (const { gameId, addedAt } of items) if (!first.has(gameId)) first.set(gameId, addedAt);
  const existing = await tx.select({ gameId: listItems.gameId }).from(listItems).where(eq(listItems.listId, listId));
  for (const { gameId } of existing) first.delete(gameId);
  const added = [...first].slice(0, Math.max(0, maxItems - existing.length));
  const ids = sql.param(added.map(([gameId]) => gameId));
  const times = sql.param(added.map(([, addedAt]) => (addedAt ?? now).toISOString()));
  await tx.execute(sql`
    insert into list_items (list_id, game_id, position, added_at)
    select ${listId}, game_id, ${await lastPlace(tx, listId)} + place, added_at
    from unnest(${ids}::integer[], ${times}::timestamptz[]) with ordinality as item (game_id, added_at, place)
  `);
  return { added: added.length, refused: first.size - added.length };
}
