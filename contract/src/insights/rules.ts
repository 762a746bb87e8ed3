import { foldText } from "../core/text.ts";

/** For how many days searches and clicks by game are stored. */
export const retentionDays = 90;

/** Different texts that are counted on a day (UTC). */
export const maxSearchesPerDay = 1_000;

/** Fewer people are not shown: they could be recognised. */
export const minPeople = 3;

/** An offer that was not seen for this long may be out of date. */
export const staleDays = 3;

const maxLength = 60;

/**
 * A search as it is counted, without case and accents; `null` for one that is empty or may hold personal data: a long
 * text, an address, a number.
 */
export function countedSearch(search: string): string | null {
  const text = foldText(search);
  const isPersonal = [...text].length > maxLength || text.includes("@") || /\p{Nd}{7}/u.test(text);
  return text === "" || isPersonal ? null : text;
}
