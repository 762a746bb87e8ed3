import { titleKey, yearOf } from "contract/games/rules.ts";
import { chooseTitle, joinTitles } from "contract/games/titles.ts";
import type { Db } from "../../platform/db/connect.ts";
import { sql } from "../../platform/db/drizzle.ts";
import { mergedColumns, newColumns, newValues } from "../games/import/apply.ts";
import { readGenreAliases } from "../games/import/genre-aliases.ts";
import { toOtherTitles, toTitleColumns } from "../games/import/stage.ts";
import { otherTitlesOfSources } from "../games/import/titles.ts";
import { underOverrides } from "../games/policy-overrides.ts";
import { recordSample } from "../imports/seed-sample.ts";
import { type GameDetails, toGameColumns } from "./sources/game-details.ts";

/** Steam takes precedence: for games at both stores, GOG only fills in missing fields. */
export type DetailSource = "steam" | "gog";

export interface RecordedDetails {
  added: number;
  /** Games with changed values. */
  changed: number;
  /** Products that match several games. */
  unmatched: number;
}

/** Columns that sources only fill in, and never overwrite. */
const preservedColumns = ["tags", "boxart_url"];

/**
 * Updates the catalogue with a source's details of products. A product matches its former game, else the one with its
 * appid, else the only one of its title without an appid; otherwise it becomes a new game, unless several have its
 * title or it was merged into another one. Idempotent. The first real games replace the sample.
 */
export async function recordDetails(
  tx: Db,
  source: DetailSource,
  products: readonly GameDetails[],
  now: Date,
): Promise<RecordedDetails> {
  if (products.length === 0) return { added: 0, changed: 0, unmatched: 0 };
  await tx.execute(sql`lock table game_facts in share row exclusive mode`);
  await removeSample(tx, now);
  const found = await findGames(tx, source, products);
  const matched = products.flatMap((details, n) => (typeof found[n] === "number" ? { id: found[n], details } : []));
  const unknown = products.filter((_, n) => found[n] === "none");
  const changed = await updateGames(tx, source, matched, now);
  const added = await insertGames(tx, unknown, now);
  await saveFacts(tx, source, [...matched, ...added], now);
  await linkAdditions(
    tx,
    [...matched, ...added].map(({ id }) => id),
    now,
  );
  return { added: added.length, changed, unmatched: products.length - matched.length - added.length };
}

async function removeSample(tx: Db, now: Date): Promise<void> {
  const { rowCount } = await tx.execute(sql`delete from games where sample`);
  if (rowCount) await recordSample(tx, now);
}

/** `several`: ambiguous, or a game that was merged. */
type Found = number | "none" | "several";

type MatchedProduct = {
  n: number;
  certain: number | null;
  /** Whether the product belongs to a game that was merged. */
  merged: boolean;
  has_merged_title: boolean;
  ids: number[] | null;
  ids_by_other_title: number[] | null;
};

/** The game of each product, in their order. */
async function findGames(tx: Db, source: DetailSource, products: readonly GameDetails[]): Promise<Found[]> {
  const rows = products.map(({ productId, steamAppid, title, releaseDate }, n) => ({
    n,
    product: productId,
    appid: steamAppid,
    title_key: titleKey(title),
    year: yearOf(releaseDate ?? null),
  }));
  const { rows: matches } = await tx.execute<MatchedProduct>(sql`
    select n,
      coalesce(
        (select game_id from game_facts where source = ${source} and product_id = product),
        (select id from games where steam_appid = appid),
        (select min(game_id) from offers where store = ${source} and product_id = product)
      ) as certain,
      exists (select from game_merges where ${source} || ' ' || product = any(products)) as merged,
      exists (select from game_merges where appid is null and title_key = given.title_key) as has_merged_title,
      (
        select array_agg(id) from games
        where games.title_key = given.title_key and (appid is null or steam_appid is null)
          -- a remake has the title of the old game
          and coalesce(abs(extract(year from release_date) - year) <= 1, true)
      ) as ids,
      (
        select array_agg(distinct id) from games join game_titles on game_id = id
        where game_titles.title_key = given.title_key and (appid is null or steam_appid is null)
          and coalesce(abs(extract(year from release_date) - year) <= 1, true)
      ) as ids_by_other_title
    from json_to_recordset(${JSON.stringify(rows)})
      as given (n integer, product text, appid integer, title_key text, year integer)
    order by n
  `);
  const taken = new Set<string>();
  return matches.map(({ n, certain, merged, has_merged_title, ids, ids_by_other_title: others }): Found => {
    if (certain !== null) return certain;
    if (merged) return "several";
    if (ids && ids.length > 1) return "several";
    if (ids) return ids[0]!;
    if (has_merged_title) return "several";
    if (others) return others.length > 1 ? "several" : others[0]!;
    // the second of two new products of one title in a page is left to the next poll
    const key = `${rows[n]!.title_key} ${rows[n]!.year}`;
    if (rows[n]!.appid === undefined && taken.has(key)) return "several";
    taken.add(key);
    return "none";
  });
}

interface MatchedGame {
  id: number;
  details: GameDetails;
}

async function updateGames(tx: Db, source: DetailSource, games: readonly MatchedGame[], now: Date): Promise<number> {
  const preserved = sql`array[${sql.join(
    preservedColumns.map((name) => sql`${name}`),
    sql`, `,
  )}]::text[]`;
  // Missing values are always filled in; others are replaced unless they are preserved or overridden.
  const stays =
    source === "gog" ? sql`(old.steam_appid is not null or key = any(${preserved}))` : sql`key = any(${preserved})`;
  // locks the rows, so that the next statement reads concurrent edits
  const { rows: locked } = await tx.execute<TitledGame>(sql`
    select id, coalesce(overrides ->> 'title', title) as title, ${otherTitlesOfSources} as others,
      steam_appid is not null as is_on_steam
    from games where id = any(${sql.param(games.map(({ id }) => id))}::integer[]) order by id for update
  `);
  const titles = new Map(locked.map((game) => [game.id, game]));
  const aliases = await readGenreAliases(tx);
  const rows = games.map(({ id, details }) => {
    return { id, facts: { ...toGameColumns(details, aliases), ...titleColumns(source, details, titles.get(id)) } };
  });
  const { rowCount } = await tx.execute(sql`
    update games set ${mergedColumns}, updated_at = ${now}
    from (
      select merged.*
      from json_to_recordset(${JSON.stringify(rows)}) as given (id integer, facts jsonb)
      join games old on old.id = given.id
      cross join lateral (
        select coalesce(jsonb_object_agg(key, value), '{}') as facts
        from jsonb_each(given.facts)
        where coalesce(old.overrides -> key, to_jsonb(old) -> key) = 'null' or not ${stays}
      ) new
      cross join lateral jsonb_populate_record(old, ${underOverrides(sql`new.facts`, sql`old.overrides`)}) merged
      where old is distinct from merged
    ) merged
    where games.id = merged.id
  `);
  return rowCount ?? 0;
}

type TitledGame = { id: number; title: string; others: string | null; is_on_steam: boolean };

/** The English title, with the one that it replaces as another title. */
function titleColumns(source: DetailSource, { title: stated }: GameDetails, game: TitledGame | undefined) {
  if (!game || (source === "gog" && game.is_on_steam)) return {};
  const { title, other } = chooseTitle(stated, { current: game.title, english: source === "steam" ? stated : null });
  if (other === null) return {};
  const others = joinTitles([game.others ?? "", other], title);
  return { ...toTitleColumns(title), ...toOtherTitles(others) };
}

async function insertGames(tx: Db, products: readonly GameDetails[], now: Date): Promise<MatchedGame[]> {
  if (products.length === 0) return [];
  const aliases = await readGenreAliases(tx);
  const columns = products.map((details) => toGameColumns(details, aliases));
  const { rows } = await tx.execute<{ id: number }>(sql`
    with given as (
      select nextval(pg_get_serial_sequence('games', 'id'))::integer as id, n, facts
      from json_array_elements(${JSON.stringify(columns)}::json)
        with ordinality as item (facts, n)
    ),
    added as (
      insert into games (id, ${newColumns}, created_at, updated_at)
      overriding system value
      select given.id, ${newValues}, ${now}, ${now}
      from given cross join lateral json_populate_record(null::games, facts) fact
    )
    select id from given order by n
  `);
  return rows.map(({ id }, n) => ({ id, details: products[n]! }));
}

async function saveFacts(tx: Db, source: DetailSource, games: readonly MatchedGame[], now: Date): Promise<void> {
  const rows = games.map(({ id, details }) => ({ game_id: id, product_id: details.productId, details }));
  await tx.execute(sql`
    insert into game_facts (game_id, source, product_id, details, read_at)
    select distinct on (game_id) game_id, ${source}, product_id, details, ${now}
    from json_to_recordset(${JSON.stringify(rows)}) as given (game_id integer, product_id text, details jsonb)
    on conflict (game_id, source) do update
    set product_id = excluded.product_id, details = excluded.details, read_at = excluded.read_at
  `);
}

/** Links these games with their base games, and other additions with those among them that are base games. */
async function linkAdditions(tx: Db, ids: readonly number[], now: Date): Promise<void> {
  const some = sql`any(${sql.param([...ids])}::integer[])`;
  await tx.execute(sql`
    update games set parent_id = base.id, updated_at = ${now}
    from game_facts facts
    join games base on base.steam_appid = (facts.details ->> 'parentAppid')::integer
    where facts.details ? 'parentAppid' and facts.game_id = games.id and games.id <> base.id
      and facts.game_id in (
        select id from games where id = ${some}
        union all
        select addition.game_id from game_facts addition
        where addition.details ? 'parentAppid' and addition.details ->> 'parentAppid' in (
          select steam_appid::text from games where id = ${some} and steam_appid is not null
        )
      )
      and games.parent_id is distinct from base.id and not games.overrides ? 'parent_id'
  `);
}
