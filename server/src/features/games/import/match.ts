import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";

/** A row is applied if no later row is about the same game and its game is unambiguous. */
export const counts = sql`repeated_by is null and candidates is null`;

/** A game without a year matches only rows without a year. */
const sameTitleAndYear = (one: string, other: string) =>
  sql.raw(`
  ${one}.title_key = ${other}.title_key and ${one}.release_year is not distinct from ${other}.release_year
`);
const gamesByYear = sql`(
  select id, steam_appid, title_key, extract(year from release_date)::integer as release_year from games
)`;

/**
 * Finds the game of each staged row: by appid, else by title and release year (spec/price-sources 5.1). A row with an
 * unknown appid matches the game of that title and year that has none, if just one row and one game fit. A row without
 * an appid that fits several games gets `candidates`, as does one of a merged game (0); of rows about one game all but
 * the last get `repeated_by`.
 */
export async function matchStaged(tx: Db): Promise<void> {
  await tx.execute(sql`create index on staged_games (title_key)`);
  await tx.execute(sql`analyze staged_games`);
  // statistics taken during a large import do not include its rows
  await tx.execute(sql`analyze games, offers, game_prices`);
  await tx.execute(sql`
    update staged_games staged
    set repeated_by = same.last
    from (
      select line, max(line) over (
        partition by steam_appid, case when steam_appid is null then title_key end,
          case when steam_appid is null then release_year end
      ) as last
      from staged_games
    ) same
    where staged.line = same.line and same.last > staged.line
  `);
  await tx.execute(sql`
    update staged_games staged set game_id = games.id from games where games.steam_appid = staged.steam_appid
  `);
  await tx.execute(sql`
    with pair as (
      select line, id, count(*) over (partition by line) as fitting_games,
        count(*) over (partition by id) as fitting_rows
      from staged_games staged
      join ${gamesByYear} games on ${sameTitleAndYear("staged", "games")}
      where staged.steam_appid is not null and staged.game_id is null and games.steam_appid is null and ${counts}
    )
    update staged_games staged set game_id = pair.id
    from pair
    where staged.line = pair.line and fitting_games = 1 and fitting_rows = 1
  `);
  await matchByTitle(tx);
  await tx.execute(sql`
    with same as (
      select line, max(line) over game as last, max(steam_appid) over game as steam_appid
      from staged_games
      where ${counts}
      window game as (partition by game_id, case when game_id is null then coalesce(twin_line, line) end)
    )
    update staged_games staged
    -- The last row about a game replaces the others, but inherits an appid from them.
    set repeated_by = nullif(same.last, staged.line), steam_appid = same.steam_appid
    from same
    where staged.line = same.line
      and (same.last > staged.line or same.steam_appid is distinct from staged.steam_appid)
  `);
  // rows about merged games do not recreate them
  await tx.execute(sql`
    update staged_games staged set candidates = 0
    where game_id is null and ${counts} and exists (
      select from game_merges
      where 'steam ' || staged.steam_appid = any(products)
        or (staged.steam_appid is null and game_merges.title_key = staged.title_key)
    )
  `);
}

/** Matches rows without an appid to existing games, and to those that other rows add. */
async function matchByTitle(tx: Db): Promise<void> {
  await tx.execute(sql`
    with fitting as (
      select line, id as game_id, null::integer as twin_line
      from staged_games staged
      join ${gamesByYear} games on ${sameTitleAndYear("staged", "games")}
      where staged.steam_appid is null and ${counts}
      union all
      select staged.line, null, twin.line
      from staged_games staged
      join staged_games twin on ${sameTitleAndYear("staged", "twin")}
      where staged.steam_appid is null and staged.repeated_by is null
        and twin.steam_appid is not null and twin.game_id is null and twin.repeated_by is null
    ),
    found as (
      select line, count(*)::integer as games, max(game_id) as game_id, max(twin_line) as twin_line
      from fitting
      group by line
    )
    update staged_games staged
    set game_id = case when games = 1 then found.game_id end,
      twin_line = case when games = 1 then found.twin_line end,
      candidates = nullif(games, 1)
    from found
    where staged.line = found.line
  `);
  await matchByOtherTitle(tx);
}

/** Matches rows that fit no game by its title with those that have it as another title. */
async function matchByOtherTitle(tx: Db): Promise<void> {
  await tx.execute(sql`
    with found as (
      select line, count(distinct games.id)::integer as games, max(games.id) as game_id
      from staged_games staged
      join game_titles on game_titles.title_key = staged.title_key
      join games on games.id = game_titles.game_id
        and extract(year from games.release_date)::integer is not distinct from staged.release_year
      where staged.steam_appid is null and staged.game_id is null and twin_line is null and ${counts}
        and not exists (select from game_merges where game_merges.title_key = staged.title_key)
      group by line
    )
    update staged_games staged
    set game_id = case when games = 1 then found.game_id end, candidates = nullif(games, 1)
    from found
    where staged.line = found.line
  `);
}
