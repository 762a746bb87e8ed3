import { type SQL, sql } from "drizzle-orm";
import { textArrayOf } from "../../platform/db/arrays.ts";
import type { Db } from "../../platform/db/connect.ts";
import { catalogueColumns } from "../games/import/apply.ts";
import { counts } from "../games/import/match.ts";
import { lockPrices } from "../prices/offers/commands.ts";

/** What an import may change: the games of the staged rows, or the offers of a store in a country. */
export type Scope = { kind: "games" } | { kind: "prices"; store: string; country: string };

/**
 * Saves rows in temporary tables before an import writes them. Must run in the import's transaction, before its first
 * write.
 */
export async function keepBefore(tx: Db, scope: Scope): Promise<void> {
  // what people and polls change waits
  await lockPrices(tx);
  if (scope.kind === "games") {
    await keep(tx, "kept_games", sql`select id, ${statedFacts} as said from games where id in (${stagedGames})`);
  }
  const inScope = scope.kind === "games" ? sql`game_id in (${stagedGames})` : sql`country = ${scope.country}`;
  const ofStore = scope.kind === "games" ? inScope : sql`${inScope} and store = ${scope.store}`;
  await keep(tx, "kept_offers", sql`select * from offers where ${ofStore}`);
  await keep(tx, "kept_game_prices", sql`select * from game_prices where ${inScope}`);
  await keep(tx, "kept_voided_records", sql`select * from voided_records where ${ofStore}`);
  await keep(tx, "kept_price_overrides", sql`select * from price_overrides where ${ofStore}`);
}

/** What files and sources say of a game, by columns. */
export const statedFacts = sql`(to_jsonb(games) || games.overrides)`;

const stagedGames = sql`select game_id from staged_games where game_id is not null and ${counts}`;

async function keep(tx: Db, name: string, rows: SQL): Promise<void> {
  await tx.execute(sql`create temporary table ${sql.identifier(name)} on commit drop as ${rows}`);
  await tx.execute(sql`analyze ${sql.identifier(name)}`);
}

const sameOffer = (one: string, other: string) =>
  sql.raw(["game_id", "country", "store"].map((name) => `${one}.${name} = ${other}.${name}`).join(" and "));

/** The offers that the import has written, which alone were last seen at its time. */
const written = (scope: Scope, now: Date) => {
  const isOfStore = scope.kind === "games" ? sql`` : sql`and store = ${scope.store} and country = ${scope.country}`;
  return sql`(select * from offers where last_seen_at = ${now} ${isOfStore})`;
};

/** How many offers were not there before. */
export async function countNewOffers(tx: Db, scope: Scope, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ added: number }>(sql`
    select count(*)::integer as added from ${written(scope, now)} offer
    where not exists (select from kept_offers kept where ${sameOffer("kept", "offer")})
  `);
  return rows[0]!.added;
}

/** Stores what the import has changed, in place of what earlier imports of its kind have. */
export async function saveChanges(tx: Db, id: number, scope: Scope, now: Date): Promise<void> {
  await tx.execute(sql`
    delete from import_changes using file_imports
    where file_imports.id = import_id and kind = ${scope.kind}
  `);
  await tx.execute(sql`update file_imports set undoable = false where kind = ${scope.kind} and undoable`);
  if (scope.kind === "games") await saveGames(tx, id);
  await tx.execute(sql`
    insert into import_changes (import_id, changed, game_id, country, store, before, after)
    select ${id}::integer, 'offers', offer.game_id, offer.country, offer.store, to_jsonb(kept), to_jsonb(offer)
    from ${written(scope, now)} offer
    left join kept_offers kept on ${sameOffer("kept", "offer")}
  `);
  await tx.execute(sql`
    insert into import_changes (import_id, changed, game_id, country, before, after)
    select ${id}::integer, 'game_prices', prices.game_id, prices.country, to_jsonb(kept), to_jsonb(prices)
    from game_prices prices
    join (
      select distinct game_id, country from import_changes where import_id = ${id} and changed = 'offers'
    ) offered using (game_id, country)
    left join kept_game_prices kept on kept.game_id = prices.game_id and kept.country = prices.country
    where to_jsonb(kept) is distinct from to_jsonb(prices)
  `);
  await tx.execute(sql`
    insert into import_changes (import_id, changed, game_id, country, store, recorded_at, before, after)
    select ${id}::integer, 'voided_records', kept.game_id, kept.country, kept.store, kept.recorded_at, to_jsonb(kept),
      to_jsonb(voided)
    from kept_voided_records kept
    join voided_records voided on ${sameOffer("kept", "voided")} and kept.recorded_at = voided.recorded_at
    where to_jsonb(kept) is distinct from to_jsonb(voided)
  `);
  await tx.execute(sql`
    insert into import_changes (import_id, changed, game_id, country, store, before, after)
    select ${id}::integer, 'price_overrides', kept.game_id, kept.country, kept.store, to_jsonb(kept), to_jsonb(held)
    from kept_price_overrides kept
    join price_overrides held on ${sameOffer("kept", "held")}
    where to_jsonb(kept) is distinct from to_jsonb(held)
  `);
}

/** Of known games the columns that differ, of new ones that they are new. */
async function saveGames(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`
    insert into import_changes (import_id, changed, game_id, before, after)
    select ${id}::integer, 'games', games.id, differing.before, differing.after
    from kept_games kept
    join games on games.id = kept.id
    cross join lateral (
      select jsonb_object_agg(old.key, old.value) as before, jsonb_object_agg(old.key, new.value) as after
      from jsonb_each(kept.said) old
      join jsonb_each(${statedFacts}) new on new.key = old.key
      where old.key = any(${textArrayOf(catalogueColumns)}::text[]) and old.value is distinct from new.value
    ) differing
    where differing.before is not null
    union all
    select ${id}::integer, 'games', game_id, null, null from staged_games where is_new
  `);
}
