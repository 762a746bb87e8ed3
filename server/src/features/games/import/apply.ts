import { importedColumns } from "contract/games/columns.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import { underOverrides } from "../policy-overrides.ts";
import { counts } from "./match.ts";

/** The columns that files and sources set, with those that are derived from them. */
export const catalogueColumns = [
  ...importedColumns,
  ...["title_folded", "title_key", "also_known_keys", "localized_keys", "explicit"],
];
/** Assigns these columns from a row `merged`. */
export const mergedColumns = sql.raw(
  [...catalogueColumns, "overrides"].map((name) => `${name} = merged.${name}`).join(", "),
);

/** The columns of a new game, and their values from a row `fact`; a trigger derives `explicit`. */
export const newColumns = sql.raw(catalogueColumns.join(", "));
export const newValues = sql.raw(
  catalogueColumns.map((name) => (name === "explicit" ? "false" : `fact.${name}`)).join(", "),
);

/** The facts with the matched appid; without one, the game's own stays. */
const factsWithAppid = sql`(staged.facts || jsonb_strip_nulls(jsonb_build_object('steam_appid', staged.steam_appid)))`;

/** Updates the matched games whose facts differ, and returns their ids. */
export async function updateGames(tx: Db, now: Date): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update games
    set ${mergedColumns}, updated_at = ${now}
    from (
      select merged.*
      from staged_games staged
      join games old on old.id = staged.game_id
      cross join lateral jsonb_populate_record(old, ${underOverrides(factsWithAppid, sql`old.overrides`)}) merged
      where ${counts} and old is distinct from merged
    ) merged
    where games.id = merged.id
    returning games.id
  `);
  return rows.map(({ id }) => id);
}

/** Adds the games that match none, in the order of the file, so that ids, and exports, follow it. */
export async function insertGames(tx: Db, now: Date): Promise<void> {
  await tx.execute(sql`
    update staged_games staged
    set game_id = numbered.id, is_new = true
    from (
      select line, nextval(pg_get_serial_sequence('games', 'id'))::integer as id
      from (select line from staged_games where game_id is null and ${counts} order by line) added
    ) numbered
    where staged.line = numbered.line
  `);
  await tx.execute(sql`
    insert into games (id, ${newColumns}, created_at, updated_at)
    overriding system value
    select staged.game_id, ${newValues}, ${now}, ${now}
    from staged_games staged
    cross join lateral jsonb_populate_record(null::games, ${factsWithAppid}) fact
    where is_new
    order by line
  `);
}
