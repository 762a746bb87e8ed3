import { titleKey } from "contract/games/rules.ts";
import {
  chooseTitle,
  joinLocalizedTitles,
  joinTitles,
  splitLocalizedTitles,
  splitTitles,
} from "contract/games/titles.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import { cleanLine } from "../../../platform/files/text.ts";
import { counts } from "./match.ts";
import { toLocalizedTitles, toOtherTitles, toTitleColumns } from "./stage.ts";

/** A staged row with the titles of its game, which may be new. */
type TitledRow = {
  line: number;
  stated: string;
  added: string | null;
  current: string | null;
  others: string | null;
  added_localized: string | null;
  localized: string | null;
  english: string | null;
  has_appid: boolean;
};

/**
 * Makes the English title the title of each matched row's game (spec/catalogue 2.9), and adds the file's other titles
 * to those of the game.
 */
export async function settleTitles(tx: Db): Promise<void> {
  const { rows } = await tx.execute<TitledRow>(sql`
    with titled as (
      select line, facts ->> 'title' as stated, facts ->> 'also_known_as' as added,
        coalesce(games.overrides ->> 'title', games.title) as current,
        ${otherTitlesOfSources} as others, facts ->> 'localized_titles' as added_localized,
        ${localizedTitlesOfSources} as localized, staged.steam_appid is not null as has_appid,
        ${englishTitleOf(sql`coalesce(staged.steam_appid, games.steam_appid)`)} as english
      from staged_games staged
      left join games on games.id = staged.game_id
      where ${counts}
    )
    select * from titled
    where added is not null or added_localized is not null or lower(stated) <> lower(current)
      or lower(stated) <> lower(english)
  `);
  if (rows.length === 0) return;
  const settled = rows.map(({ line, has_appid, ...titles }) => ({ line, ...settle(titles, has_appid) }));
  await tx.execute(sql`
    update staged_games staged
    set facts = staged.facts || given.facts, title_key = given.facts ->> 'title_key'
    from json_to_recordset(${JSON.stringify(settled)}) as given (line integer, facts jsonb)
    where given.line = staged.line
  `);
}

function settle(
  { stated, added, current, others, added_localized, localized, english }: Omit<TitledRow, "line" | "has_appid">,
  hasAppid: boolean,
) {
  const known = new Set(splitTitles(others).map(titleKey));
  const { title, other } =
    current !== null && !hasAppid && known.has(titleKey(stated))
      ? { title: current, other: null }
      : chooseTitle(stated, { current, english: english && cleanLine(english) });
  const all = joinTitles([others ?? "", added ?? "", other ?? ""], title);
  const byLanguage = withTitles(localized, added_localized, title);
  return { facts: { ...toTitleColumns(title), ...toOtherTitles(all), ...toLocalizedTitles(byLanguage) } };
}

/** Titles by language, with added ones before those of the same language. */
export function withTitles(localized: string | null, added: string | null, title: string): string | null {
  return joinLocalizedTitles([added, localized].flatMap(splitLocalizedTitles), title);
}

/** A game's titles by language according to files and sources. */
export const localizedTitlesOfSources = ofSources("localized_titles");

/** The other titles of a game according to files and sources. */
export const otherTitlesOfSources = ofSources("also_known_as");

function ofSources(column: "localized_titles" | "also_known_as") {
  const name = sql.raw(`'${column}'`);
  return sql`(
    case when games.overrides ? ${name} then games.overrides ->> ${name} else games.${sql.identifier(column)} end
  )`;
}

/** The English title of an app: of Steam's details, else of its list; `null` = not known. */
const englishTitleOf = (appid: ReturnType<typeof sql>) => sql`coalesce(
  (select details ->> 'title' from game_facts where source = 'steam' and product_id = (${appid})::text limit 1),
  (select name from steam_apps where steam_apps.appid = ${appid} and modified_at is not null and name <> '')
)`;
