import { join } from "node:path";
import { sql } from "drizzle-orm";
import { users } from "../server/src/accounts/table.ts";
import type { Db } from "../server/src/db/connect.ts";
import { type OpenDatabase, openDatabase } from "../server/src/db/open.ts";
import { generateCatalogue } from "../server/src/games/generate.ts";
import { signInUser } from "../server/src/test/users.ts";
import { benchFolder } from "./process.ts";

export const games = 150_000;
export const history = 5_000_000;

/** Then a window of the last 90 days would hold too little. */
const outdatedDays = 30;

/** The data folder of the large catalogue. */
export const largeFolder = join(benchFolder, "large");

/** Opens the database with 150,000 games and 5,000,000 prices, which the first run fills and later ones find. */
export async function openLargeCatalogue(): Promise<OpenDatabase> {
  const log = { info: () => {}, warn: console.error, error: console.error };
  const database = await openDatabase({ dataDir: largeFolder, databaseUrl: undefined }, log);
  if (!(await isFilled(database.db))) {
    console.log(`Making up ${games} games with ${history} prices …`);
    await generateCatalogue(database.db, { games, history, seed: 1, now: new Date(), replace: true });
  }
  await addIndexesOfBaseline(database.db);
  return database;
}

async function isFilled(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ filled: boolean }>(sql`
    select count(*) = ${games} and min(created_at) > now() - make_interval(days => ${outdatedDays})
      and (select count(*) from price_history) >= ${history} as filled
    from games
  `);
  return rows[0]!.filled;
}

/** The index for searches covers this column, and `title_folded` has none. */
export const indexedTitle = "title";
export const plainTitle = "title_folded";

/** Straightforward SQL comes with the indexes that anybody would give it; the site itself needs none of these. */
async function addIndexesOfBaseline(db: Db): Promise<void> {
  await db.execute(sql`create extension if not exists pg_trgm`);
  await db.execute(sql`create index if not exists bench_games_rating on games (rating desc nulls last, id)`);
  await db.execute(
    sql`create index if not exists bench_games_title on games using gin (${sql.raw(indexedTitle)} gin_trgm_ops)`,
  );
  await db.execute(sql`create index if not exists bench_game_prices_best on game_prices (best_cents, game_id)`);
  await db.execute(sql`analyze games, game_prices`);
}

/** The headers of somebody who is signed in. */
export async function signIn(db: Db): Promise<{ authorization: string }> {
  const username = "bench";
  await db.delete(users).where(sql`${users.usernameKey} = ${username}`);
  return (await signInUser(db, username)).headers;
}
