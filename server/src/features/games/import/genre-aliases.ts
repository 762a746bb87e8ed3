import type { GenreAliases } from "contract/games/genres.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { genreAliases } from "../table.ts";

/** What people decided about words that are no known genres. */
export async function readGenreAliases(db: Db): Promise<GenreAliases> {
  const rows = await db.select({ key: genreAliases.key, genre: genreAliases.genre }).from(genreAliases);
  return new Map(rows.map(({ key, genre }) => [key, genre]));
}
