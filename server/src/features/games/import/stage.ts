import { usDollar } from "contract/core/money.ts";
import { foldText } from "contract/core/text.ts";
import { importedColumns } from "contract/games/columns.ts";
import { withAliases } from "contract/games/genres.ts";
import { titleKey, yearOf } from "contract/games/rules.ts";
import {
  joinLocalizedTitles,
  joinTitles,
  keysOfLocalizedTitles,
  keysOfTitles,
  splitLocalizedTitles,
} from "contract/games/titles.ts";
import { firstCountry } from "contract/markets/regions.ts";
import { flatOffer, flatStores } from "contract/stores/flat-stores.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import { readGenreAliases } from "./genre-aliases.ts";
import type { ImportRow } from "./row.ts";

/** A row of the catalogue file with its line number. */
export interface StagedGame {
  line: number;
  row: ImportRow;
}

/**
 * Creates temporary tables that hold the games until the whole file is read: `staged_games` with values for columns of
 * `games`, and `staged_offers` with those for offers. Matching fills in the rest.
 */
export async function openStaging(tx: Db): Promise<void> {
  await tx.execute(sql`
    create temporary table staged_games (
      line integer primary key,
      steam_appid integer,
      title_key text not null,
      release_year integer,
      -- Values by column of games: an absent column is left as it is, null clears it.
      facts jsonb not null,
      -- The game that the row is about; for a new one set on insert.
      game_id integer,
      is_new boolean not null default false,
      -- Another line about the same new game.
      twin_line integer,
      -- The later line about the same game, which supersedes this one.
      repeated_by integer,
      -- The number of matching games if it is not one; 0 = its game was merged into another one.
      candidates integer
    ) on commit drop
  `);
  await tx.execute(sql`
    create temporary table staged_offers (
      line integer not null,
      country text not null,
      store text not null,
      currency text not null,
      price_minor integer,
      price_said boolean not null,
      regular_minor integer,
      regular_said boolean not null,
      link text,
      link_said boolean not null,
      in_stock boolean,
      stock_said boolean not null
    ) on commit drop
  `);
}

/** Adds games to the staging tables, if asked without their offers; returns how many of these are left out. */
export async function stageGames(
  tx: Db,
  games: readonly StagedGame[],
  { prices = true }: { prices?: boolean } = {},
): Promise<{ leftOut: number }> {
  const aliases = await readGenreAliases(tx);
  const rows = games.map(({ line, row }) => ({
    line,
    steam_appid: row.steam_appid,
    title_key: titleKey(row.title),
    release_year: yearOf(row.release_date ?? null),
    facts: toFacts(row.genre ? { ...row, genre: withAliases(row.genre, aliases) } : row),
  }));
  await tx.execute(sql`
    insert into staged_games (line, steam_appid, title_key, release_year, facts)
    select line, steam_appid, title_key, release_year, facts
    from json_populate_recordset(null::staged_games, ${JSON.stringify(rows)})
  `);
  const offers = games.flatMap(({ line, row }) => toOffers(line, row));
  if (!prices) return { leftOut: offers.length };
  await tx.execute(sql`
    insert into staged_offers select * from json_populate_recordset(null::staged_offers, ${JSON.stringify(offers)})
  `);
  return { leftOut: 0 };
}

export const toTitleColumns = (title: string) => ({ title, title_folded: foldText(title), title_key: titleKey(title) });

export const toOtherTitles = (titles: string | null) => ({
  also_known_as: titles,
  also_known_keys: keysOfTitles(titles),
});

export const toLocalizedTitles = (titles: string | null) => ({
  localized_titles: titles,
  localized_keys: keysOfLocalizedTitles(titles),
});

/** Columns of which others are derived, or that are staged separately. */
const ownColumns = ["title", "also_known_as", "localized_titles", "steam_appid"];
/** The columns whose values are those of the row. */
const plainColumns = importedColumns.filter((name) => !ownColumns.includes(name));

/**
 * The row's values by column of `games`. The appid is staged separately, since a row without one does not clear it.
 */
function toFacts(row: ImportRow): Record<string, unknown> {
  return {
    ...toTitleColumns(row.title),
    // titles are only added: a file without any leaves those of the game
    ...(row.also_known_as && toOtherTitles(joinTitles([row.also_known_as], row.title))),
    ...(row.localized_titles &&
      toLocalizedTitles(joinLocalizedTitles(splitLocalizedTitles(row.localized_titles), row.title))),
    ...Object.fromEntries(plainColumns.map((name) => [name, row[name]])),
  };
}

function toOffers(line: number, row: ImportRow): Record<string, unknown>[] {
  const offer = (
    store: StoreKey,
    price?: number | null,
    link?: string | null,
    stock?: boolean | null,
    { country = firstCountry, currency = usDollar, regular = undefined as number | null | undefined } = {},
  ) => ({
    line,
    country,
    store,
    currency,
    price_minor: price,
    price_said: price !== undefined,
    regular_minor: regular,
    regular_said: regular !== undefined,
    link,
    link_said: link !== undefined,
    in_stock: stock,
    stock_said: stock !== undefined,
  });
  return [
    ...flatStores.map((store) => {
      const { price, link, stock } = flatOffer(row, store);
      return offer(store, price, link, stock);
    }),
    ...(row.prices ?? []).map(({ store, price, link, in_stock, ...where }) =>
      offer(store, price, link, in_stock, where),
    ),
  ].filter((offer) => offer.price_said || offer.link_said || offer.stock_said);
}
