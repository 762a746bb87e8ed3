import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { evaluateAlerts } from "../alerts/commands.ts";
import { type GameInMarket, readPast, saveCorrectedPast } from "../prices/desk/commands-past.ts";
import { noteLeft, type Undo } from "./commands-left-over.ts";
import type { changedTables } from "./table.ts";

/**
 * Puts the former offers back where nothing was seen since, and takes their records out of the history, as if they had
 * never been; what lists show follows. Returns how many offers it restored.
 */
export async function restorePrices(tx: Db, undo: Undo): Promise<number> {
  const restored = await findRestorable(tx, undo);
  if (restored === 0) return 0;
  const correct = await prepareCorrection(tx, undo);
  await tx.execute(sql`
    delete from price_history history using restorable
    where history.game_id = restorable.game_id and history.country = restorable.country
      and history.store = restorable.store and history.recorded_at = ${undo.appliedAt}
  `);
  for (const table of ["offers", "voided_records", "price_overrides"] as const) await putBack(tx, undo, table);
  await putBack(tx, undo, "game_prices");
  await correct();
  const games = sql`select distinct game_id, country from restorable`;
  await evaluateAlerts(tx, { games, now: undo.now, isCorrection: true });
  return restored;
}

/**
 * Finds the offers that are as the import left them (a poll that sees one confirms it, and it stays), and the games of
 * the others.
 */
async function findRestorable(tx: Db, { importId }: Undo): Promise<number> {
  await tx.execute(sql`
    create temporary table changed_offers on commit drop as
    select change.game_id, change.country, change.store, to_jsonb(offers) @> change.after as holds
    from import_changes change
    join offers using (game_id, country, store)
    where import_id = ${importId} and changed = 'offers'
  `);
  await tx.execute(sql`
    create temporary table restorable on commit drop as
    select game_id, country, store from changed_offers where holds
  `);
  await tx.execute(sql`
    create temporary table seen_since on commit drop as
    select distinct game_id, country from changed_offers where not holds
  `);
  await tx.execute(sql`analyze restorable, seen_since`);
  await noteLeft(
    tx,
    sql`select game_id, 'the price at ' || store || ' in ' || country from changed_offers where not holds`,
  );
  const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::integer as count from restorable`);
  return rows[0]!.count;
}

const isSeenSince = (game: string) =>
  sql.raw(`exists (
    select from seen_since where seen_since.game_id = ${game}.game_id and seen_since.country = ${game}.country
  )`);

/** Puts rows back that are as the import left them, those of offers only with the offer. */
async function putBack(tx: Db, { importId }: Undo, table: Exclude<(typeof changedTables)[number], "games">) {
  const name = sql.identifier(table);
  const isSame = {
    offers: sql`present.store = change.store`,
    voided_records: sql`present.store = change.store and present.recorded_at = change.recorded_at`,
    price_overrides: sql`present.store = change.store`,
    game_prices: sql`not ${isSeenSince("change")}`,
  }[table];
  const isRestored = sql`exists (
    select from restorable
    where restorable.game_id = change.game_id and restorable.country = change.country
      and (change.store is null or restorable.store = change.store)
  )`;
  await tx.execute(sql`
    with gone as (
      delete from ${name} present using import_changes change
      where change.import_id = ${importId} and change.changed = ${table}
        and present.game_id = change.game_id and present.country = change.country and ${isSame}
        and to_jsonb(present) @> change.after and ${isRestored}
      returning change.before is not null as was, jsonb_populate_record(present, change.before) as former
    )
    insert into ${name} select (former).* from gone where was
  `);
}

/**
 * Reads the past of games whose shown prices have changed since; the result brings these in line without the records.
 */
async function prepareCorrection(tx: Db, { importId, appliedAt, now }: Undo): Promise<() => Promise<void>> {
  const { rows } = await tx.execute<{ gameId: number; country: string; store: string }>(sql`
    select distinct on (game_id, country) game_id as "gameId", country, restorable.store
    from restorable
    join import_changes change using (game_id, country)
    join game_prices using (game_id, country)
    where import_id = ${importId} and changed = 'game_prices'
      and (not to_jsonb(game_prices) @> change.after or ${isSeenSince("restorable")})
    order by game_id, country, restorable.store
  `);
  const pasts: { game: GameInMarket; store: string; before: Awaited<ReturnType<typeof readPast>> }[] = [];
  for (const { store, ...game } of rows) pasts.push({ game, store, before: await readPast(tx, game) });
  return async () => {
    for (const { game, store, before } of pasts) {
      await saveCorrectedPast(tx, game, { before, record: { store, at: appliedAt } }, now);
    }
  };
}
