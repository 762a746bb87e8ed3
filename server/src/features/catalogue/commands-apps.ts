import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import type { ListedApp } from "./sources/steam-list.ts";

/** Stores listed apps; returns how many are new or have changed. */
export async function recordListedApps(tx: Db, apps: readonly ListedApp[]): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into steam_apps (appid, name, modified_at)
    select distinct on (appid) appid, name, modified
    from json_to_recordset(${JSON.stringify(apps.map(({ modifiedAt, ...app }) => ({ ...app, modified: modifiedAt })))})
      as listed (appid integer, name text, modified timestamptz)
    on conflict (appid) do update set name = excluded.name, modified_at = excluded.modified_at
    where steam_apps.name <> excluded.name or steam_apps.modified_at is distinct from excluded.modified_at
  `);
  return rowCount ?? 0;
}

/** Adds the catalogue's games to the apps whose details are fetched. */
export async function adoptGames(db: Db): Promise<void> {
  await db.execute(sql`
    insert into steam_apps (appid, name)
    select steam_appid, title from games where steam_appid is not null and not sample
    on conflict do nothing
  `);
}

/** Days after which details are refreshed, for popular games and all others. */
const popularDays = 7;
const otherDays = 30;
const popularPlayers = 1_000;

/**
 * Apps whose details are due: never fetched, changed at Steam since, or old. The most played games come first, then
 * those never fetched.
 */
export async function listDueApps(db: Db, now: Date, limit: number): Promise<number[]> {
  const daysAgo = (days: number) => sql`${now}::timestamptz - make_interval(days => ${days})`;
  const { rows } = await db.execute<{ appid: number }>(sql`
    select appid
    from steam_apps left join games on games.steam_appid = appid
    where read_at is null or modified_at > read_at or read_at < ${daysAgo(otherDays)}
      or (player_count >= ${popularPlayers} and read_at < ${daysAgo(popularDays)})
    order by player_count desc nulls last, read_at nulls first, appid
    limit ${limit}
  `);
  return rows.map(({ appid }) => appid);
}

/** Records that the details of these apps were fetched. */
export async function markRead(tx: Db, appids: readonly number[], now: Date): Promise<void> {
  await tx.execute(sql`update steam_apps set read_at = ${now} where appid = any(${sql.param([...appids])}::integer[])`);
}
