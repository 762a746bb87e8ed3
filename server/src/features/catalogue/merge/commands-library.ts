import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import type { MergedPair } from "./commands-pairs.ts";

/** Blocks all changes to libraries. */
export async function lockLibraries(tx: Db): Promise<void> {
  await tx.execute(sql`lock table library_games in share row exclusive mode`);
}

/** Moves entries of libraries. For a user with both games, the other game's entry stays. */
export async function mergeLibraries(tx: Db, { id, intoId }: MergedPair): Promise<void> {
  await tx.execute(sql`
    insert into merged_items (game_id, kind, item_id, user_id, before, after)
    select ${id}, 'library_game', item.id, item.user_id, to_jsonb(item),
      case when other.id is null then to_jsonb(item) || jsonb_build_object('game_id', ${intoId}::integer) end
    from library_games item
    left join library_games other on other.user_id = item.user_id and other.game_id = ${intoId}
    where item.game_id = ${id}
  `);
  await tx.execute(sql`
    delete from library_games using merged_items merged
    where merged.game_id = ${id} and kind = 'library_game' and after is null and item_id = library_games.id
  `);
  await tx.execute(sql`update library_games set game_id = ${intoId} where game_id = ${id}`);
}

/** Restores entries of libraries; entries added to the other game since stay. */
export async function unmergeLibraries(tx: Db, { id, intoId }: MergedPair): Promise<void> {
  const isMerged = sql`merged.game_id = ${id} and kind = 'library_game'`;
  await tx.execute(sql`
    update library_games set game_id = ${id}
    from merged_items merged
    where ${isMerged} and item_id = library_games.id and library_games.game_id = ${intoId}
  `);
  await tx.execute(sql`
    insert into library_games (id, user_id, game_id, state, source, added_at)
    overriding system value
    select item.id, item.user_id, item.game_id, item.state, item.source, item.added_at
    from merged_items merged
    cross join lateral jsonb_populate_record(null::library_games, merged.before) item
    where ${isMerged} and after is null
  `);
}
