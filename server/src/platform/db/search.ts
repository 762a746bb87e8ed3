import { searchWords } from "contract/core/text.ts";
import { and, or, type SQL, type SQLWrapper, sql } from "./drizzle.ts";

/** Matches rows that have every word of the search in one of the columns of folded text (spec/api 4.3). */
export function containsWords(search: string, columns: readonly SQLWrapper[]): SQL | undefined {
  const words = searchWords(search);
  return and(...words.map((word) => or(...columns.map((column) => sql`${column} like ${partOf(word)}`))));
}

/** A LIKE pattern for texts that contain this one. */
function partOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
