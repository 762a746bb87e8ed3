import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";

/** The items of one owner, at the places 1, 2, 3… without gaps. Lock the owner before changing them. */
export interface PlacedItems {
  table: "wishlist_items" | "list_items";
  place: "display_order" | "position";
  owner: "user_id" | "list_id";
  ownerId: number;
}

function partsOf({ table, place, owner, ownerId }: PlacedItems) {
  return {
    table: sql.identifier(table),
    place: sql.identifier(place),
    isOwned: sql`${sql.identifier(owner)} = ${ownerId}`,
  };
}

/** The place behind the last item. */
export async function nextPlace(tx: Db, items: PlacedItems): Promise<number> {
  const { table, place, isOwned } = partsOf(items);
  const { rows } = await tx.execute<{ next: number }>(sql`
    select coalesce(max(${place}), 0) + 1 as next from ${table} where ${isOwned}
  `);
  return rows[0]!.next;
}

/** Moves the items behind a removed one up. */
export async function closeGap(tx: Db, items: PlacedItems, removed: number): Promise<void> {
  const { table, place, isOwned } = partsOf(items);
  await tx.execute(sql`update ${table} set ${place} = ${place} - 1 where ${isOwned} and ${place} > ${removed}`);
}

/** Moves an item to another place; a place beyond the end means the end. */
export async function moveItem(
  tx: Db,
  items: PlacedItems,
  { id, from, wanted }: { id: number; from: number; wanted: number },
): Promise<void> {
  const { table, place, isOwned } = partsOf(items);
  const to = Math.min(wanted, (await nextPlace(tx, items)) - 1);
  if (to === from) return;
  await tx.execute(sql`
    update ${table} set ${place} = case when id = ${id} then ${to}::integer else ${place} + ${to < from ? 1 : -1} end
    where ${isOwned} and ${place} between ${Math.min(from, to)} and ${Math.max(from, to)}
  `);
}

/**
 * Puts the named items first, in the order of their positions; the rest follows in the order that it had. Ids and
 * positions are distinct. Returns the ids that are not the owner's; then nothing has moved.
 */
export async function placeItems(
  tx: Db,
  items: PlacedItems,
  order: readonly { id: number; position: number }[],
): Promise<ReadonlySet<number>> {
  const { table, place, isOwned } = partsOf(items);
  // one parameter each, whatever their number
  const ids = sql.param(order.map(({ id }) => id));
  const positions = sql.param(order.map(({ position }) => position));
  // queries foreign ids, normally none, instead of up to thousands of own ones
  const { rows: foreign } = await tx.execute<{ id: number }>(sql`
    select unnest(${ids}::int[]) as id except select id from ${table} where ${isOwned}
  `);
  if (foreign.length > 0) return new Set(foreign.map(({ id }) => id));
  await tx.execute(sql`
    update ${table} item set ${place} = placed.place
    from (
      select id, row_number() over (order by named.wanted nulls last, ${place}, id) as place
      from ${table} left join unnest(${ids}::int[], ${positions}::int[]) as named (id, wanted) using (id)
      where ${isOwned}
    ) placed
    where item.id = placed.id and item.${place} <> placed.place and ${isOwned}
  `);
  return new Set();
}
