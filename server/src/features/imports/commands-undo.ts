import type { UndoResult } from "contract/imports/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { type SQL, sql } from "../../platform/db/drizzle.ts";
import type { Actor } from "../audit/commands.ts";
import { mergedColumns } from "../games/import/apply.ts";
import { underOverrides } from "../games/policy-overrides.ts";
import { lockReading, takeBack } from "../prices/readings/commands-undo.ts";
import { sourceFields } from "./commands-tracking.ts";

const maxLeft = 100;

/**
 * Takes back what an import has changed and no one has changed since (spec/catalogue 9.4): first prices, then the
 * fields of games, then new games. Must run in a transaction.
 */
export async function undoImport(tx: Db, editor: Actor, undo: Undo): Promise<UndoResult> {
  await createLeftOver(tx);
  const pricesRestored = undo.readingId === null ? 0 : await undoPrices(tx, editor, undo.readingId, undo.now);
  const gamesRestored = await restoreFields(tx, undo);
  const gamesRemoved = await removeNewGames(tx, undo);
  const { rows: left } = await tx.execute<UndoResult["left"][number]>(sql`
    select game_id, title, what from left_over join games on games.id = game_id
    order by game_id, what limit ${maxLeft}
  `);
  const { rows: counted } = await tx.execute<{ count: number }>(sql`
    select count(*)::integer as count from left_over join games on games.id = game_id
  `);
  await tx.execute(sql`delete from import_changes where import_id = ${undo.importId}`);
  return {
    games_removed: gamesRemoved,
    games_restored: gamesRestored,
    prices_restored: pricesRestored,
    left_count: counted[0]!.count,
    left,
  };
}

/** Undoes the reading, which may have been undone alone. */
async function undoPrices(tx: Db, editor: Actor, readingId: number, now: Date): Promise<number> {
  const reading = await lockReading(tx, readingId);
  if (reading.state === "undone") return 0;
  return takeBack(tx, editor, reading, now, (left) => recordLeftOver(tx, left));
}

/** Restores fields of games that have not changed since. Returns how many games it changed. */
async function restoreFields(tx: Db, { importId, now }: Undo): Promise<number> {
  const changes = sql`
    select games.id, key, change.before -> key as before,
      ${sourceFields} -> key is not distinct from change.after -> key as holds
    from import_changes change
    join games on games.id = change.game_id
    cross join lateral jsonb_object_keys(change.before) key
    where import_id = ${importId} and changed = 'games'`;
  await recordLeftOver(
    tx,
    sql`
      select id, 'fields: ' || string_agg(key, ', ' order by key)
      from (${changes}) field
      where not holds and key not in ('title_folded', 'title_key', 'also_known_keys', 'localized_keys')
      group by id
    `,
  );
  const { rowCount } = await tx.execute(sql`
    update games
    set ${mergedColumns}, updated_at = ${now}
    from (
      select merged.*
      from (select id, jsonb_object_agg(key, before) as facts from (${changes}) field where holds group by id) former
      join games old on old.id = former.id
      cross join lateral jsonb_populate_record(old, ${underOverrides(sql`former.facts`, sql`old.overrides`)}) merged
      where old is distinct from merged
    ) merged
    where games.id = merged.id
  `);
  return rowCount ?? 0;
}

/** Tables whose rows don't count as use of a game. */
const derived = ["offers", "price_history", "game_prices", "game_facts", "game_clicks", "game_titles"];

/** Deletes the games that the import added, unless they are in use, were edited, or have prices of other sources. */
async function removeNewGames(tx: Db, { importId }: Undo): Promise<number> {
  const isNew = sql`
    games.id in (
      select game_id from import_changes where import_id = ${importId} and changed = 'games' and before is null
    )`;
  const uses = [
    sql`games.version > 1 or games.hidden`,
    sql`games.id in (select game_id from offers)`,
    ...(await listReferences(tx)).map(({ table, column }) => {
      const name = sql.identifier(column);
      return sql`games.id in (select ${name} from ${sql.identifier(table)} where ${name} is not null)`;
    }),
  ];
  const isUsed = sql`(${sql.join(uses, sql` or `)})`;
  await recordLeftOver(
    tx,
    sql`select id, 'the game: it is in use or has changed' from games where ${isNew} and ${isUsed}`,
  );
  const { rowCount } = await tx.execute(sql`delete from games where ${isNew} and not ${isUsed}`);
  return rowCount ?? 0;
}

/** The columns that refer to games, in tables whose rows mean that a game is used or edited. */
async function listReferences(tx: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await tx.execute<{ table: string; column: string }>(sql`
    select relname as table, attname as column
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where confrelid = 'games'::regclass and contype = 'f' and conparentid = 0
  `);
  return rows.filter(({ table }) => !derived.includes(table));
}

/** A running undo. */
interface Undo {
  importId: number;
  /** The reading that its prices were; `null` = none, or it is deleted. */
  readingId: number | null;
  now: Date;
}

/** Creates the table of what an undo leaves unchanged. */
async function createLeftOver(tx: Db): Promise<void> {
  await tx.execute(sql`
    create temporary table left_over (game_id integer not null, what text not null) on commit drop
  `);
}

/** Records rows of a game's id and what the undo leaves of it. */
async function recordLeftOver(tx: Db, rows: SQL): Promise<void> {
  await tx.execute(sql`insert into left_over (game_id, what) ${rows}`);
}
