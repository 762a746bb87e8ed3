import { searchWords } from "contract/core/text.ts";
import { and, or, type SQL, type SQLWrapper, sql } from "./drizzle.ts";

/** Matches rows that have every word of the search in one of the columns of folded text (spec/api 4.3). */
export function containsWords(search: string, columns: readonly SQLWrapper[]): SQL | undefined {
  const words = searchWords(search);
  return and(...words.map((word) => or(...columns.map((column) => sql`${column} like ${partOf(word)}`))));
}

/** The same for a text that is not stored folded: slower, and for tables of a few thousand rows. */
export function containsFolded(search: string, text: SQLWrapper): SQL | undefined {
  const words = searchWords(search).map((word) => sql`strpos(${folded(text)}, ${folded(sql`${word}::text`)}) > 0`);
  return and(...words);
}

/** A text without case and accents, nearly as `foldText`. */
const folded = (text: SQLWrapper) => sql`lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g'))`;

/** A LIKE pattern for texts that contain this one. */
function partOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
