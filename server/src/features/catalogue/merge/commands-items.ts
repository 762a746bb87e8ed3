import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import type { SavedRow } from "../table.ts";
import type { MergedPair } from "./commands-pairs.ts";
import { restoreRows } from "./commands-rows.ts";

/** A kind of item that users have once per owner and game. */
interface OwnedItems {
  kind: "wishlist_item" | "list_item" | "gift_mark";
  table: "wishlist_items" | "list_items" | "gift_marks";
  owner: "user_id" | "list_id";
  owners: "users" | "game_lists";
  /** The owner's order: 1, 2, 3… without gaps. */
  place?: "display_order" | "position";
}

const allItems: readonly OwnedItems[] = [
  { kind: "wishlist_item", table: "wishlist_items", owner: "user_id", owners: "users", place: "display_order" },
  { kind: "list_item", table: "list_items", owner: "list_id", owners: "game_lists", place: "position" },
  { kind: "gift_mark", table: "gift_marks", owner: "list_id", owners: "game_lists" },
];

/**
 * Moves items of wishlists and lists, and gift marks. For a user with both games, the other game's item stays, and
 * later items move up.
 */
export async function mergeItems(tx: Db, pair: MergedPair): Promise<void> {
  for (const items of allItems) await moveItems(tx, pair, items);
}

/** Moves the items back, and restores removed ones at their position, or at the end of a shorter list. */
export async function unmergeItems(tx: Db, pair: MergedPair): Promise<void> {
  for (const items of allItems) await restoreItems(tx, pair, items);
}

async function moveItems(tx: Db, { id, intoId }: MergedPair, { kind, place, ...names }: OwnedItems): Promise<void> {
  const table = sql.identifier(names.table);
  const owner = sql.identifier(names.owner);
  const user = names.owner === "user_id" ? sql`item.user_id` : sql`list.user_id`;
  await tx.execute(sql`
    insert into merged_items (game_id, kind, item_id, user_id, before, after)
    select ${id}, ${kind}, item.id, ${user}, to_jsonb(item),
      case when other.id is null then to_jsonb(item) || jsonb_build_object('game_id', ${intoId}::integer) end
    from ${table} item
    join ${sql.identifier(names.owners)} list on list.id = item.${owner}
    left join ${table} other on other.${owner} = item.${owner} and other.game_id = ${intoId}
    where item.game_id = ${id}
  `);
  const removed = sql`
    delete from ${table} item using merged_items merged
    where merged.game_id = ${id} and kind = ${kind} and after is null and item_id = item.id
  `;
  if (place === undefined) await tx.execute(removed);
  else {
    const placed = sql.identifier(place);
    await tx.execute(sql`
      with removed as (${removed} returning item.${owner} as owner, item.${placed} as place)
      update ${table} item set ${placed} = item.${placed} - 1
      from removed where item.${owner} = removed.owner and item.${placed} > removed.place
    `);
  }
  await tx.execute(sql`update ${table} set game_id = ${intoId} where game_id = ${id}`);
}

async function restoreItems(tx: Db, { id, intoId }: MergedPair, { kind, place, ...names }: OwnedItems): Promise<void> {
  const table = sql.identifier(names.table);
  const owner = sql.identifier(names.owner);
  await tx.execute(sql`
    update ${table} item set game_id = ${id}
    from merged_items merged
    where merged.game_id = ${id} and kind = ${kind} and item_id = item.id and item.game_id = ${intoId}
  `);
  // lists may have been deleted since
  const removed = sql`
    select before, list.id as owner, (before ->> ${place ?? "id"}::text)::integer as place
    from merged_items merged
    join ${sql.identifier(names.owners)} list on list.id = (before ->> ${names.owner}::text)::integer
    where merged.game_id = ${id} and kind = ${kind} and after is null
  `;
  if (place !== undefined) {
    const placed = sql.identifier(place);
    await tx.execute(sql`
      update ${table} item set ${placed} = item.${placed} + 1
      from (${removed}) back where item.${owner} = back.owner and item.${placed} >= back.place
    `);
  }
  const { rows } = await tx.execute<{ before: SavedRow; place: number; last: number }>(sql`
    select before, place, (select count(*)::integer + 1 from ${table} own where own.${owner} = back.owner) as last
    from (${removed}) back
  `);
  const back = rows.map(({ before, place: at, last }) => ({
    ...before,
    ...(place && { [place]: Math.min(at, last) }),
  }));
  await restoreRows(tx, names.table, back);
}
