import { isForeign, joinTitles } from "contract/games/titles.ts";
import type { Db } from "../../platform/db/connect.ts";
import { sql } from "../../platform/db/drizzle.ts";
import { cleanLine } from "../../platform/files/text.ts";
import { mergedColumns } from "../games/import/apply.ts";
import { toOtherTitles, toTitleColumns } from "../games/import/stage.ts";
import { otherTitlesOfSources } from "../games/import/titles.ts";
import { underOverrides } from "../games/policy-overrides.ts";
import { recordDetails } from "./commands-details.ts";
import type { StarterGame } from "./sources/starter-games.ts";
import type { ListedApp } from "./sources/steam-list.ts";

/** Stores listed apps, and their English titles where games lack them; returns how many are new or have changed. */
export async function recordListedApps(tx: Db, apps: readonly ListedApp[], now: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into steam_apps (appid, name, modified_at)
    select distinct on (appid) appid, name, modified
    from json_to_recordset(${JSON.stringify(apps.map(({ modifiedAt, ...app }) => ({ ...app, modified: modifiedAt })))})
      as listed (appid integer, name text, modified timestamptz)
    on conflict (appid) do update set name = excluded.name, modified_at = excluded.modified_at
    where steam_apps.name <> excluded.name or steam_apps.modified_at is distinct from excluded.modified_at
  `);
  await setEnglishTitles(tx, apps, now);
  return rowCount ?? 0;
}

/** Renames games whose title is not English to the one of the list, unless their details were read. */
async function setEnglishTitles(tx: Db, apps: readonly ListedApp[], now: Date): Promise<void> {
  const names = new Map(apps.map(({ appid, name }) => [appid, cleanLine(name).slice(0, 300)]));
  const { rows } = await tx.execute<{ id: number; appid: number; title: string; others: string | null }>(sql`
    select id, steam_appid as appid, coalesce(overrides ->> 'title', title) as title, ${otherTitlesOfSources} as others
    from games
    where steam_appid = any(${sql.param([...names.keys()])}::integer[])
      and not exists (select from game_facts where game_id = games.id and source = 'steam')
    order by id
    for update
  `);
  const renamed = rows.flatMap(({ id, appid, title: current, others }) => {
    const english = names.get(appid)!;
    if (english === "" || !isForeign(current, english)) return [];
    const all = joinTitles([others ?? "", current], english);
    return [{ id, facts: { ...toTitleColumns(english), ...toOtherTitles(all) } }];
  });
  if (renamed.length === 0) return;
  await tx.execute(sql`
    update games set ${mergedColumns}, updated_at = ${now}
    from (
      select merged.*
      from json_to_recordset(${JSON.stringify(renamed)}) as given (id integer, facts jsonb)
      join games old on old.id = given.id
      cross join lateral jsonb_populate_record(old, ${underOverrides(sql`given.facts`, sql`old.overrides`)}) merged
    ) merged
    where games.id = merged.id
  `);
}

/** Adds the catalogue's games to the apps whose details are fetched. */
export async function adoptGames(db: Db): Promise<void> {
  await db.execute(sql`
    insert into steam_apps (appid, name)
    select steam_appid, title from games where steam_appid is not null and not sample
    on conflict do nothing
  `);
}

/** The games that are not among the apps yet, in their order. */
export async function listUnknownApps(db: Db, games: readonly StarterGame[]): Promise<StarterGame[]> {
  const { rows } = await db.execute<{ appid: number }>(sql`
    select appid from steam_apps where appid = any(${sql.param(games.map(({ appid }) => appid))}::integer[])
  `);
  const known = new Set(rows.map(({ appid }) => appid));
  return games.filter(({ appid }) => !known.has(appid));
}

/**
 * Adds games of which only appid and title are known, so that their prices can be read before their details; returns
 * how many are new or have changed.
 */
export async function addStarterGames(tx: Db, games: readonly StarterGame[], now: Date): Promise<number> {
  await tx.execute(sql`
    insert into steam_apps (appid, name)
    select appid, title from json_to_recordset(${JSON.stringify(games)}) as given (appid integer, title text)
    on conflict do nothing
  `);
  const details = games.map(({ appid, title }) => {
    return { productId: String(appid), steamAppid: appid, title, type: "game" as const };
  });
  const { added, changed } = await recordDetails(tx, "steam", details, now);
  return added + changed;
}

/** Days after which details are refreshed, for popular games and all others. */
const popularDays = 7;
const otherDays = 30;
const popularPlayers = 1_000;

/**
 * Apps whose details are due: never fetched, changed at Steam since, or old. The most played games come first, then
 * those never fetched, in the order in which they were added: that of the starter list.
 */
export async function listDueApps(db: Db, now: Date, limit: number): Promise<number[]> {
  const daysAgo = (days: number) => sql`${now}::timestamptz - make_interval(days => ${days})`;
  const { rows } = await db.execute<{ appid: number }>(sql`
    select appid
    from steam_apps left join games on games.steam_appid = appid
    where read_at is null or modified_at > read_at or read_at < ${daysAgo(otherDays)}
      or (player_count >= ${popularPlayers} and read_at < ${daysAgo(popularDays)})
    order by player_count desc nulls last, read_at nulls first, games.id, appid
    limit ${limit}
  `);
  return rows.map(({ appid }) => appid);
}

/** Records that the details of these apps were fetched. */
export async function markRead(tx: Db, appids: readonly number[], now: Date): Promise<void> {
  await tx.execute(sql`update steam_apps set read_at = ${now} where appid = any(${sql.param([...appids])}::integer[])`);
}
