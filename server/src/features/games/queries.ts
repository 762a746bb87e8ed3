import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, eq, type SQL, sql } from "../../platform/db/drizzle.ts";
import type { ChangedRows } from "./read-model/apply-changes.ts";
import type { KnownStore } from "./read-model/price-book.ts";
import {
  type BookRow,
  type Details,
  detailsColumns,
  type IndexedRow,
  selectBook,
  selectGames,
} from "./read-model/rows.ts";
import { games } from "./table.ts";

/** The most DLC that the page of a game lists. */
const maxDlc = 50;

/** Throws `not_found` for a game that visitors cannot see. It cannot be deleted until the transaction ends. */
export async function requireGame(tx: Db, id: number): Promise<void> {
  const visible = and(eq(games.id, id), eq(games.hidden, false));
  const [game] = await tx.select({ id: games.id }).from(games).where(visible).for("key share");
  if (!game) throw new AppError("not_found", "Game not found");
}

/** The ids of a game's DLC, the most played first. */
export function prepareListDlc(db: Db): (gameId: number) => Promise<number[]> {
  const statement = db
    .select({ id: games.id })
    .from(games)
    .where(and(eq(games.parentId, sql.placeholder("gameId")), eq(games.type, "dlc"), eq(games.hidden, false)))
    .orderBy(sql`${games.playerCount} desc nulls last`, games.id)
    .limit(maxDlc)
    .prepare("list_dlc");
  return async (gameId) => (await statement.execute({ gameId })).map(({ id }) => id);
}

/** The read model's rows of these games with prices in these countries, in no order; deleted and hidden games are left out. */
export async function readChangedRows(db: Db, ids: number[], countries: readonly string[]): Promise<ChangedRows> {
  const some = sql.param(ids);
  const [games, prices, stores] = await Promise.all([
    db.execute<IndexedRow>(sql`${sql.raw(selectGames)} and id = any(${some}::int[])`),
    db.execute<BookRow>(sql`
      ${sql.raw(selectBook)} where game_id = any(${some}::int[]) and country = any(${sql.param(countries)}::text[])`),
    db.execute<KnownStore>(sql`select key, kind from stores order by position, key`),
  ]);
  return { ids, games: games.rows, prices: prices.rows, stores: stores.rows };
}

/** The prices of games that are shown in a country, in no order; those of each store on request. */
export type ReadDetails = (country: string, ids: number[], withStores: boolean) => Promise<DetailsRow[]>;

/** A game that has prices there. */
interface DetailsRow extends Details {
  gameId: number;
}

export function prepareReadDetails(db: Db): ReadDetails {
  const columns = { gameId: sql<number>`game_id`, prices: sql<Details["prices"]>`${sql.raw(detailsColumns.prices)}` };
  const withStores = { ...columns, stores: sql<Details["stores"]>`${sql.raw(detailsColumns.stores)}` };
  const ofSome = sql`game_id = any(${sql.placeholder("ids")}::int[])`;
  // PostgreSQL would plan `ofSome` again for each game, as it expects more of them
  const ofOne = sql`game_id = ${sql.placeholder("id")}`;
  const prepare = <Columns extends typeof columns>(name: string, selected: Columns, ofGames: SQL) =>
    db
      .select(selected)
      .from(sql`game_prices`)
      .where(and(sql`country = ${sql.placeholder("country")}`, ofGames))
      .prepare(name);
  const one = prepare("read_details_of_one", columns, ofOne);
  const oneWithStores = prepare("read_details_of_one_with_stores", withStores, ofOne);
  const some = prepare("read_details", columns, ofSome);
  const someWithStores = prepare("read_details_with_stores", withStores, ofSome);
  return (country, ids, needsStores) =>
    ids.length === 1
      ? (needsStores ? oneWithStores : one).execute({ country, id: ids[0] })
      : (needsStores ? someWithStores : some).execute({ country, ids });
}
