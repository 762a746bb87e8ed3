import { searchWords } from "contract/games/rules.ts";
import { and, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Every word of the search, in any order, is somewhere in one of the columns, which hold folded text
 * (spec/api 4.3). `undefined` for a search without words.
 */
export function containsWords(search: string, columns: readonly SQLWrapper[]): SQL | undefined {
  const words = searchWords(search);
  return and(...words.map((word) => or(...columns.map((column) => sql`${column} like ${partOf(word)}`))));
}

/** The pattern of texts that contain this one, whose `%`, `_` and `\` are plain characters. */
function partOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
