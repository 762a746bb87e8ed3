import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import type { SavedRow } from "../table.ts";
import type { MergedPair } from "./commands-pairs.ts";
import { restoreRows } from "./commands-rows.ts";

/** A kind of item that a list has once per game. */
interface Items {
  kind: "list_item" | "gift_mark";
  table: "list_items" | "gift_marks";
  /** Whether they have positions: 1, 2, 3… without gaps. */
  placed: boolean;
}

const allItems: readonly Items[] = [
  { kind: "list_item", table: "list_items", placed: true },
  { kind: "gift_mark", table: "gift_marks", placed: false },
];

/**
 * Moves items of wishlists and lists, and gift marks. On a list with both games, the other game's item stays, and later
 * items move up.
 */
export async function mergeItems(tx: Db, pair: MergedPair): Promise<void> {
  for (const items of allItems) await moveItems(tx, pair, items);
}

/** Moves the items back, and restores removed ones at their position, or at the end of a shorter list. */
export async function unmergeItems(tx: Db, pair: MergedPair): Promise<void> {
  for (const items of allItems) await restoreItems(tx, pair, items);
}

async function moveItems(tx: Db, { id, intoId }: MergedPair, { kind, placed, ...names }: Items): Promise<void> {
  const table = sql.identifier(names.table);
  await tx.execute(sql`
    insert into merged_items (game_id, kind, item_id, user_id, before, after)
    select ${id}, ${kind}, item.id, list.user_id, to_jsonb(item),
      case when other.id is null then to_jsonb(item) || jsonb_build_object('game_id', ${intoId}::integer) end
    from ${table} item
    join game_lists list on list.id = item.list_id
    left join ${table} other on other.list_id = item.list_id and other.game_id = ${intoId}
    where item.game_id = ${id}
  `);
  const removed = sql`
    delete from ${table} item using merged_items merged
    where merged.game_id = ${id} and merged.kind = ${kind} and after is null and item_id = item.id
  `;
  if (!placed) await tx.execute(removed);
  else {
    await tx.execute(sql`
      with removed as (${removed} returning item.list_id, item.position)
      update ${table} item set position = item.position - 1
      from removed where item.list_id = removed.list_id and item.position > removed.position
    `);
  }
  await tx.execute(sql`update ${table} set game_id = ${intoId} where game_id = ${id}`);
}

async function restoreItems(tx: Db, { id, intoId }: MergedPair, { kind, placed, ...names }: Items): Promise<void> {
  const table = sql.identifier(names.table);
  await tx.execute(sql`
    update ${table} item set game_id = ${id}
    from merged_items merged
    where merged.game_id = ${id} and merged.kind = ${kind} and item_id = item.id and item.game_id = ${intoId}
  `);
  // lists may have been deleted since
  const removed = sql`
    select before, list.id as list_id, (before ->> 'position')::integer as position
    from merged_items merged
    join game_lists list on list.id = (before ->> 'list_id')::integer
    where merged.game_id = ${id} and merged.kind = ${kind} and after is null
  `;
  if (placed) {
    await tx.execute(sql`
      update ${table} item set position = item.position + 1
      from (${removed}) back where item.list_id = back.list_id and item.position >= back.position
    `);
  }
  const { rows } = await tx.execute<{ before: SavedRow; position: number | null; last: number }>(sql`
    select before, position,
      (select count(*)::integer + 1 from ${table} own where own.list_id = back.list_id) as last
    from (${removed}) back
  `);
  const back = rows.map(({ before, position, last }) => ({
    ...before,
    ...(position !== null && { position: Math.min(position, last) }),
  }));
  await restoreRows(tx, names.table, back);
}
