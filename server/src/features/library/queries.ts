import type { Order } from "contract/core/sorting.ts";
import { foldText, searchWords } from "contract/core/text.ts";
import type { LibraryState } from "contract/library/rules.ts";
import { arrayOf } from "../../platform/db/arrays.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, asc, count, desc, eq, type SQL, sql } from "../../platform/db/drizzle.ts";
import { games } from "../games/table.ts";
import { gameLists, listItems } from "../lists/table.ts";
import { users } from "../users/table.ts";
import { libraryGames, steamImports } from "./table.ts";

export interface LibraryQuery {
  userId: number;
  state: LibraryState;
  /** As typed; `""` = all titles. */
  search: string;
  sort: "title" | "added_at";
  order: Order;
  offset: number;
  limit: number;
}

const columns = {
  gameId: libraryGames.gameId,
  state: libraryGames.state,
  source: libraryGames.source,
  addedAt: libraryGames.addedAt,
};

/** A page of a user's owned or ignored games that are visible, and the number of all matches. */
export async function listLibrary(db: Db, query: LibraryQuery): Promise<{ rows: LibraryRow[]; total: number }> {
  const { userId, state, search, sort, order, offset, limit } = query;
  const direction = order === "ASC" ? asc : desc;
  const matching = and(
    eq(libraryGames.userId, userId),
    eq(libraryGames.state, state),
    eq(games.hidden, false),
    ...searchWords(search).map(titleHas),
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select(columns)
      .from(libraryGames)
      .innerJoin(games, eq(games.id, libraryGames.gameId))
      .where(matching)
      .orderBy(direction(sort === "title" ? games.titleFolded : libraryGames.addedAt), libraryGames.gameId)
      .limit(limit)
      .offset(offset),
    db
      .select({ total: count() })
      .from(libraryGames)
      .innerJoin(games, eq(games.id, libraryGames.gameId))
      .where(matching),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** Matches words as plain text, without wildcards. */
function titleHas(word: string): SQL {
  return sql`strpos(${games.titleFolded}, ${foldText(word)}) > 0`;
}

export type LibraryRow = NonNullable<Awaited<ReturnType<typeof findLibraryGame>>>;

/** The user's entry for the game; `null` = neither owned nor ignored. */
export async function findLibraryGame(db: Db, userId: number, gameId: number) {
  const [row] = await db
    .select(columns)
    .from(libraryGames)
    .where(and(eq(libraryGames.userId, userId), eq(libraryGames.gameId, gameId)));
  return row ?? null;
}

/** A user's whole library by title, for exports. */
export function listWholeLibrary(db: Db, userId: number) {
  return db
    .select({ ...columns, title: games.title, steamAppid: games.steamAppid })
    .from(libraryGames)
    .innerJoin(games, eq(games.id, libraryGames.gameId))
    .where(eq(libraryGames.userId, userId))
    .orderBy(games.titleFolded, games.id);
}

const isWishlistOf = (userId: number) => and(eq(gameLists.userId, userId), eq(gameLists.kind, "wishlist"));

/** A user's wishlist in its order, for exports. */
export function listWishes(db: Db, userId: number) {
  return db
    .select({ title: games.title, steamAppid: games.steamAppid, addedAt: listItems.addedAt })
    .from(listItems)
    .innerJoin(gameLists, eq(gameLists.id, listItems.listId))
    .innerJoin(games, eq(games.id, listItems.gameId))
    .where(isWishlistOf(userId))
    .orderBy(listItems.position, listItems.id);
}

/** Those of these games that are on the user's wishlist. */
export async function listWished(db: Db, userId: number, gameIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ gameId: listItems.gameId })
    .from(listItems)
    .innerJoin(gameLists, eq(gameLists.id, listItems.listId))
    .where(and(isWishlistOf(userId), sql`${listItems.gameId} = any(${arrayOf(gameIds)}::integer[])`))
    .orderBy(listItems.gameId);
  return rows.map(({ gameId }) => gameId);
}

export type ExportedGame = Awaited<ReturnType<typeof listWishes>>[number];

export type SteamImportRow = typeof steamImports.$inferSelect;

/** The state of the user's Steam imports, and the size of the library. */
export async function findImportState(db: Db, userId: number) {
  const [[user], [steam], counted] = await Promise.all([
    db.select({ steamId: users.steamId }).from(users).where(eq(users.id, userId)),
    db.select().from(steamImports).where(eq(steamImports.userId, userId)),
    db
      .select({ state: libraryGames.state, games: count() })
      .from(libraryGames)
      .where(eq(libraryGames.userId, userId))
      .groupBy(libraryGames.state),
  ]);
  const gamesOf = (state: LibraryState) => counted.find((one) => one.state === state)?.games ?? 0;
  return {
    steamId: user?.steamId ?? null,
    steam: steam ?? null,
    counts: { owned: gamesOf("owned"), ignored: gamesOf("ignored") },
  };
}

/** The state of Steam imports for the user's export. */
export async function findSteamImport(db: Db, userId: number): Promise<SteamImportRow | null> {
  const [row] = await db.select().from(steamImports).where(eq(steamImports.userId, userId));
  return row ?? null;
}
