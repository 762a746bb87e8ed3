import { type SQL, sql } from "drizzle-orm";
import { textArrayOf } from "../../platform/db/arrays.ts";
import type { Db } from "../../platform/db/connect.ts";
import { catalogueColumns } from "../games/import/apply.ts";
import { counts } from "../games/import/match.ts";
import { lockPrices } from "../prices/offers/commands.ts";

/** What an import may change: the games of the staged rows, or the offers of a store in a country. */
export type Scope = { kind: "games" } | { kind: "prices"; store: string; country: string };

/**
 * Copies the rows that an import may change into temporary tables. Must run in the import's transaction, before its
 * first write.
 */
export async function snapshotRows(tx: Db, scope: Scope): Promise<void> {
  // blocks concurrent changes by users and polls
  await lockPrices(tx);
  if (scope.kind === "games") {
    const fieldsOfGames = sql`select id, ${sourceFields} as fields from games where id in (${stagedGames})`;
    await snapshot(tx, "prior_games", fieldsOfGames);
  }
  const inScope = scope.kind === "games" ? sql`game_id in (${stagedGames})` : sql`country = ${scope.country}`;
  const ofStore = scope.kind === "games" ? inScope : sql`${inScope} and store = ${scope.store}`;
  await snapshot(tx, "prior_offers", sql`select * from offers where ${ofStore}`);
  await snapshot(tx, "prior_game_prices", sql`select * from game_prices where ${inScope}`);
  await snapshot(tx, "prior_voided_records", sql`select * from voided_records where ${ofStore}`);
  await snapshot(tx, "prior_price_overrides", sql`select * from price_overrides where ${ofStore}`);
}

/** The values of a game from files and sources, by column. */
export const sourceFields = sql`(to_jsonb(games) || games.overrides)`;

const stagedGames = sql`select game_id from staged_games where game_id is not null and ${counts}`;

async function snapshot(tx: Db, name: string, rows: SQL): Promise<void> {
  await tx.execute(sql`create temporary table ${sql.identifier(name)} on commit drop as ${rows}`);
  await tx.execute(sql`analyze ${sql.identifier(name)}`);
}

const sameOffer = (one: string, other: string) =>
  sql.raw(["game_id", "country", "store"].map((name) => `${one}.${name} = ${other}.${name}`).join(" and "));

/** The offers that the import has written: only these were last seen at its time. */
const written = (scope: Scope, now: Date) => {
  const isOfStore = scope.kind === "games" ? sql`` : sql`and store = ${scope.store} and country = ${scope.country}`;
  return sql`(select * from offers where last_seen_at = ${now} ${isOfStore})`;
};

/** How many offers are new. */
export async function countNewOffers(tx: Db, scope: Scope, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ added: number }>(sql`
    select count(*)::integer as added from ${written(scope, now)} offer
    where not exists (select from prior_offers prior where ${sameOffer("prior", "offer")})
  `);
  return rows[0]!.added;
}

/** Stores the changes of the import, replacing those of earlier imports of its kind. */
export async function saveChanges(tx: Db, id: number, scope: Scope, now: Date): Promise<void> {
  await tx.execute(sql`
    delete from import_changes using file_imports
    where file_imports.id = import_id and kind = ${scope.kind}
  `);
  await tx.execute(sql`update file_imports set undoable = false where kind = ${scope.kind} and undoable`);
  if (scope.kind === "games") await saveGames(tx, id);
  await tx.execute(sql`
    insert into import_changes (import_id, changed, game_id, country, store, before, after)
    select ${id}::integer, 'offers', offer.game_id, offer.country, offer.store, to_jsonb(prior), to_jsonb(offer)
    from ${written(scope, now)} offer
    left join prior_offers prior on ${sameOffer("prior", "offer")}
  `);
  await tx.execute(sql`
    insert into import_changes (import_id, changed, game_id, country, before, after)
    select ${id}::integer, 'game_prices', prices.game_id, prices.country, to_jsonb(prior), to_jsonb(prices)
    from game_prices prices
    join (
      select distinct game_id, country from import_changes where import_id = ${id} and changed = 'offers'
    ) offered using (game_id, country)
    left join prior_game_prices prior on prior.game_id = prices.game_id and prior.country = prices.country
    where to_jsonb(prior) is distinct from to_jsonb(prices)
  `);
  await tx.execute(sql`
    insert into import_changes (import_id, changed, game_id, country, store, recorded_at, before, after)
    select ${id}::integer, 'voided_records', prior.game_id, prior.country, prior.store, prior.recorded_at,
      to_jsonb(prior), to_jsonb(voided)
    from prior_voided_records prior
    join voided_records voided on ${sameOffer("prior", "voided")} and prior.recorded_at = voided.recorded_at
    where to_jsonb(prior) is distinct from to_jsonb(voided)
  `);
  await tx.execute(sql`
    insert into import_changes (import_id, changed, game_id, country, store, before, after)
    select ${id}::integer, 'price_overrides', prior.game_id, prior.country, prior.store,
      to_jsonb(prior), to_jsonb(present)
    from prior_price_overrides prior
    join price_overrides present on ${sameOffer("prior", "present")}
    where to_jsonb(prior) is distinct from to_jsonb(present)
  `);
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
