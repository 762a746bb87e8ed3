import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { evaluateAlerts } from "../alerts/commands.ts";
import { type GameInMarket, readPast, saveCorrectedPast } from "../prices/desk/commands-past.ts";
import { recordLeftOver, type Undo } from "./commands-left-over.ts";
import type { changedTables } from "./table.ts";

/**
 * Restores the former offers that have not been updated since, deletes the import's records from the history, and
 * updates the prices in lists. Returns how many offers it restored.
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
  for (const table of ["offers", "voided_records", "price_overrides"] as const) await restoreRows(tx, undo, table);
  await restoreRows(tx, undo, "game_prices");
  await correct();
  const games = sql`select distinct game_id, country from restorable`;
  await evaluateAlerts(tx, { games, now: undo.now, isCorrection: true });
  return restored;
}

/**
 * Finds the offers that are as the import left them, and the games of the others. An offer that a poll has seen since
 * is confirmed, and stays.
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
  await recordLeftOver(
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

/** Restores rows that are as the import left them; rows of offers only along with their offer. */
async function restoreRows(tx: Db, { importId }: Undo, table: Exclude<(typeof changedTables)[number], "games">) {
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

/** Reads the past of games whose listed prices have changed since; the result corrects these prices. */
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
