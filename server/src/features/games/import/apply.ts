import { AppError } from "contract/core/errors.ts";
import { collapseOf } from "contract/prices/collapse-rules.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { lockPrices, type RecordedOffers, recordObserved } from "../../prices/offers/commands.ts";
import { comparePrices } from "../../prices/readings/commands-collapse.ts";
import { underOverrides } from "../policy-overrides.ts";
import { counts } from "./match.ts";

/** The columns that a catalogue file may set. */
export const catalogueColumns = [
  "title",
  "title_folded",
  "title_key",
  "also_known_as",
  "also_known_keys",
  "genre",
  "developer",
  "description",
  "rating",
  "review_score",
  "review_count",
  "boxart_url",
  "steam_appid",
  "tags",
  "content_descriptors",
  "explicit",
  "player_count",
  "metacritic_score",
  "release_date",
  "type",
];
const columns = sql.raw(catalogueColumns.join(", "));
/** Assigns these columns from a row `merged`. */
export const mergedColumns = sql.raw(
  [...catalogueColumns, "overrides"].map((name) => `${name} = merged.${name}`).join(", "),
);

/** The facts with the matched appid; without one, the game's own stays. */
const factsWithAppid = sql`(staged.facts || jsonb_strip_nulls(jsonb_build_object('steam_appid', staged.steam_appid)))`;

export interface AppliedGames {
  added: number;
  /** Games with a changed fact or offer. */
  changed: number;
  unchanged: number;
  priceChanges: number;
}

export interface ApplyOptions {
  now: Date;
  /** The id of the reading that the prices are. */
  reading?: number;
  /** Accept prices that collapse. */
  acceptCollapse?: boolean | undefined;
}

/**
 * Writes the matched games of the staging tables into the catalogue; unchanged ones are not written. Throws `invalid`
 * if the prices of a store collapse (spec/price-sources 8.2).
 */
export async function applyStaged(tx: Db, options: ApplyOptions): Promise<AppliedGames & { offersChanged: number }> {
  const { now } = options;
  // blocks concurrent edits, which would be overwritten with values read before them
  await lockPrices(tx);
  const updatedIds = await updateGames(tx, now);
  await insertGames(tx, now);
  const { gameIds, priceChanges, changed: offersChanged } = await recordStagedOffers(tx, options);
  const { rows } = await tx.execute<Record<"added" | "changed" | "unchanged", number>>(sql`
    with result as (
      select is_new, game_id = any(${sql.param([...updatedIds, ...gameIds])}::integer[]) as is_touched
      from staged_games
      where ${counts}
    )
    select
      (count(*) filter (where is_new))::integer as added,
      (count(*) filter (where not is_new and is_touched))::integer as changed,
      (count(*) filter (where not is_new and not is_touched))::integer as unchanged
    from result
  `);
  return { ...rows[0]!, priceChanges, offersChanged };
}

async function updateGames(tx: Db, now: Date): Promise<number[]> {
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

/** In the order of the file, so that ids, and exports, follow it. */
async function insertGames(tx: Db, now: Date): Promise<void> {
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
    insert into games (id, ${columns}, created_at, updated_at)
    overriding system value
    select staged.game_id, title, title_folded, staged.title_key, also_known_as, also_known_keys, genre, developer,
      description, rating, review_score,
      review_count, boxart_url, staged.steam_appid, tags, content_descriptors, false, player_count, metacritic_score,
      release_date, type, ${now}, ${now}
    from staged_games staged
    cross join lateral jsonb_populate_record(null::games, staged.facts) fact
    where is_new
    order by line
  `);
}

async function recordStagedOffers(
  tx: Db,
  { now, reading, acceptCollapse = false }: ApplyOptions,
): Promise<Omit<RecordedOffers, "observed">> {
  const stagedOffers = (columns: SQL) => sql`
    select distinct on (game_id, country, store) game_id, country, store, currency, price_minor ${columns}
    from staged_offers
    join staged_games using (line)
    where ${counts}
    order by game_id, country, store, staged_offers.ctid desc
  `;
  if (!acceptCollapse) await refuseCollapsed(tx, stagedOffers(sql``));
  const observed = stagedOffers(sql`
    , price_said, regular_minor, regular_said, link, link_said, in_stock, stock_said, null::text, false, null::text[],
    false, null::timestamptz, null::timestamptz, null::text[], false`);
  return recordObserved(tx, observed, { now, reading });
}

async function refuseCollapsed(tx: Db, offers: SQL): Promise<void> {
  for (const { store, country, pairs } of await comparePrices(tx, offers)) {
    const problem = collapseOf(pairs);
    if (problem === null) continue;
    const which = `${store} in ${country}: ${problem}; nothing was imported.`;
    throw new AppError("invalid", `${which} If the prices are right, import the file with --accept-collapse`);
  }
}
