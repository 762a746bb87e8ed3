import { join } from "node:path";
import { sql } from "drizzle-orm";
import { users } from "../server/src/accounts/table.ts";
import type { Db } from "../server/src/db/connect.ts";
import { signInUser } from "../server/src/test/users.ts";
import { type FilledDatabase, openEmbedded, type Size } from "./catalogues.ts";
import { benchFolder } from "./process.ts";

export const large: Size = { games: 150_000, history: 5_000_000 };

/** The data folder of the large catalogue. */
export const largeFolder = join(benchFolder, "large");

/** Opens the database with 150,000 games and 5,000,000 prices, which the first run fills and later ones find. */
export async function openLargeCatalogue(): Promise<FilledDatabase> {
  const database = await openEmbedded(largeFolder, large);
  await addIndexesOfBaseline(database.db);
  return database;
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
