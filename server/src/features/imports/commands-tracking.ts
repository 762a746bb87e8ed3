import { textArrayOf } from "../../platform/db/arrays.ts";
import type { Db } from "../../platform/db/connect.ts";
import { sql } from "../../platform/db/drizzle.ts";
import { catalogueColumns } from "../games/import/apply.ts";
import { counts } from "../games/import/match.ts";
import { lockPrices } from "../prices/offers/commands.ts";

/**
 * Copies the games that an import may change into a temporary table. Must run in the import's transaction, before its
 * first write.
 */
export async function snapshotGames(tx: Db): Promise<void> {
  // blocks concurrent changes by users and polls
  await lockPrices(tx);
  await tx.execute(sql`
    create temporary table prior_games on commit drop as
    select id, ${sourceFields} as fields from games where id in (${stagedGames})
  `);
  await tx.execute(sql`analyze prior_games`);
}

/** The values of a game from files and sources, by column. */
export const sourceFields = sql`(to_jsonb(games) || games.overrides)`;

const stagedGames = sql`select game_id from staged_games where game_id is not null and ${counts}`;

/** How many offers the reading has created. */
export async function countNewOffers(tx: Db, reading: number): Promise<number> {
  const { rows } = await tx.execute<{ added: number }>(sql`
    select count(*)::integer as added from offers where reading_id = ${reading}
  `);
  return rows[0]!.added;
}

/** Stores the changes of games by the import, replacing those of earlier imports; its reading has those of prices. */
export async function saveGameChanges(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`delete from import_changes`);
  await tx.execute(sql`update file_imports set undoable = false where kind = 'games' and undoable`);
  await saveGames(tx, id);
}

/** For existing games the changed columns, for new ones no values. */
async function saveGames(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`
    insert into import_changes (import_id, changed, game_id, before, after)
    select ${id}::integer, 'games', games.id, differing.before, differing.after
    from prior_games prior
    join games on games.id = prior.id
    cross join lateral (
      select jsonb_object_agg(old.key, old.value) as before, jsonb_object_agg(old.key, new.value) as after
      from jsonb_each(prior.fields) old
      join jsonb_each(${sourceFields}) new on new.key = old.key
      where old.key = any(${textArrayOf(catalogueColumns)}::text[]) and old.value is distinct from new.value
    ) differing
    where differing.before is not null
    union all
    select ${id}::integer, 'games', game_id, null, null from staged_games where is_new
  `);
}
