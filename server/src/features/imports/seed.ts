import { fileURLToPath } from "node:url";
import { toFlatFields } from "contract/stores/flat-stores.ts";
import type { Db } from "../../platform/db/connect.ts";
import { sql } from "../../platform/db/drizzle.ts";
import { readRows } from "../../platform/files/rows.ts";
import { matchStaged } from "../games/import/match.ts";
import { ImportRow } from "../games/import/row.ts";
import { openStaging, stageGames } from "../games/import/stage.ts";
import { openBackfill, recordBackfill, stageBackfill } from "../prices/history/commands-backfill.ts";
import { generateBackfill } from "../prices/seed.ts";
import { markSampleData } from "../site-config/commands.ts";
import { applyStaged } from "./import-catalogue.ts";
import { enableForSample, listingsOf } from "./seed-sample.ts";

const sampleFile = fileURLToPath(new URL("./sample-catalogue.jsonl", import.meta.url));

/** Long enough that prices changed on both sides of the longest range of the price history. */
const days = 400;

/**
 * Fills an empty catalogue with the bundled sample and generated past prices, and marks the site as showing sample data
 * (spec/storefront 1.3). Does nothing when there are games. Returns the number of games added.
 */
export async function seedSampleCatalogue(db: Db, now: Date): Promise<number> {
  // check without the lock first, which would wait for a running import
  if (await hasGames(db)) return 0;
  const rows = await readSample();
  return db.transaction(async (tx) => {
    // if several processes start at once, one fills the catalogue while the others wait
    await tx.execute(sql`set local lock_timeout = 0`);
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`lock table games in share row exclusive mode`);
    if (await hasGames(tx)) return 0;

    await openStaging(tx);
    await stageGames(
      tx,
      rows.map((row, line) => ({ line, row: withoutPrices(row) })),
    );
    await matchStaged(tx);
    await applyStaged(tx, { now });
    await tx.execute(sql`update games set sample = true`);

    await enableForSample(tx);
    await generateSamplePrices(tx, rows, now);
    await markSampleData(tx, true, now);
    return rows.length;
  });
}

/** Generates offers and past prices of the sample's games, which have none, up to another time. */
export async function refillSamplePrices(tx: Db, now: Date): Promise<void> {
  await generateSamplePrices(tx, await readSample(), now);
}

async function generateSamplePrices(tx: Db, rows: readonly ImportRow[], now: Date): Promise<void> {
  // games were added in the order of the rows
  const { rows: games } = await tx.execute<{ id: number }>(sql`select id from games where sample order by id`);
  await openBackfill(tx);
  const backfills = rows.map((row, index) => {
    const seed = row.steam_appid ?? index;
    const past = listingsOf(row, seed).map((listings, nth) => generateBackfill(seed + nth, listings, now, days));
    return [games[index]!.id, past.flat()] as const;
  });
  await stageBackfill(tx, new Map(backfills), now);
  await recordBackfill(tx, now);
}

async function hasGames(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select from games limit 1`);
  return rows.length > 0;
}

async function readSample(): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  for await (const row of readRows(sampleFile)) rows.push(ImportRow.parse("fields" in row ? row.fields : undefined));
  return rows;
}

/** Prices come with the price backfill. */
function withoutPrices(row: ImportRow): ImportRow {
  return { ...row, ...toFlatFields({ price: () => undefined, link: () => undefined, stock: () => undefined }) };
}
