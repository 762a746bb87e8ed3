import type { Db } from "../../platform/db/connect.ts";
import { sql } from "../../platform/db/drizzle.ts";
import { mergedColumns } from "../games/import/apply.ts";
import { toLocalizedTitles } from "../games/import/stage.ts";
import { localizedTitlesOfSources, withTitles } from "../games/import/titles.ts";
import { underOverrides } from "../games/policy-overrides.ts";
import { type SteamLanguage, steamLanguageOf } from "./sources/steam-languages.ts";

/** The most languages in which the titles of a game are read. */
const maxLanguages = 30;
/** Titles hardly ever change. */
const titleDays = 180;

/** The site's languages besides English that Steam has, also those that visitors cannot choose yet. */
async function listSteamLanguages(db: Db): Promise<SteamLanguage[]> {
  const { rows } = await db.execute<{ tag: string }>(sql`
    select tag from languages where tag <> 'en' order by not enabled, tag
  `);
  return rows.flatMap(({ tag }) => steamLanguageOf(tag) ?? []).slice(0, maxLanguages);
}

/** An app whose title is due in some languages. */
export interface DueTitles {
  appid: number;
  languages: SteamLanguage[];
}

/**
 * Games whose titles are due: in languages that they support, or in all where the details list none, that were not read
 * in the last half year. The most played games come first.
 */
export async function listDueTitles(db: Db, now: Date, limit: number): Promise<DueTitles[]> {
  const languages = await listSteamLanguages(db);
  if (languages.length === 0) return [];
  const { rows } = await db.execute<{ appid: number; due: string[] }>(sql`
    select appid, due
    from steam_apps
    join games on games.steam_appid = appid and coalesce(games.type, 'game') = 'game'
    left join game_facts facts on facts.game_id = games.id and facts.source = 'steam'
    cross join lateral (
      select array(
        select tag
        from json_to_recordset(${JSON.stringify(languages)}) as language (tag text, listed text)
        where coalesce(facts.details -> 'languages' ? listed, true)
          and not coalesce(titles_read_at > ${now}::timestamptz - make_interval(days => ${titleDays})
            and tag = any(titles_read), false)
      ) as due
    ) wanted
    where steam_apps.read_at is not null and due <> '{}'
    order by player_count desc nulls last, appid
    limit ${limit}
  `);
  return rows.map(({ appid, due }) => ({ appid, languages: languages.filter(({ tag }) => due.includes(tag)) }));
}

/** Records the title of an app's game in a language, `null` = it has none; returns the number of changes. */
export async function recordTitle(
  tx: Db,
  { appid, language, title }: { appid: number; language: SteamLanguage; title: string | null },
  now: Date,
): Promise<number> {
  const isRecent = sql`titles_read_at > ${now}::timestamptz - make_interval(days => ${titleDays})`;
  await tx.execute(sql`
    update steam_apps
    set titles_read = case when ${isRecent} then titles_read else '{}' end || ${language.tag}::text,
      titles_read_at = case when ${isRecent} then titles_read_at else ${now} end
    where appid = ${appid}
  `);
  if (title === null) return 0;
  const { rows } = await tx.execute<{ id: number; title: string; localized: string | null }>(sql`
    select id, coalesce(overrides ->> 'title', title) as title, ${localizedTitlesOfSources} as localized
    from games where steam_appid = ${appid} for update
  `);
  const [game] = rows;
  if (!game) return 0;
  const facts = toLocalizedTitles(withTitles(game.localized, `${language.tag}: ${title}`, game.title));
  const { rowCount } = await tx.execute(sql`
    update games set ${mergedColumns}, updated_at = ${now}
    from (
      select merged.*
      from games old
      cross join lateral jsonb_populate_record(
        old, ${underOverrides(sql`${JSON.stringify(facts)}::jsonb`, sql`old.overrides`)}
      ) merged
      where old.id = ${game.id} and old is distinct from merged
    ) merged
    where games.id = merged.id
  `);
  return rowCount ?? 0;
}
