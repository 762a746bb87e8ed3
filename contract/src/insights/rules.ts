import { foldText } from "../core/text.ts";

/** How long searches and clicks by game are stored. */
export const retentionDays = 90;

/** The maximum number of distinct search texts counted per day (UTC). */
export const maxSearchesPerDay = 1_000;

/** Counts of fewer people are hidden, because those could be identified. */
export const minPeople = 3;

/** After this time without being seen, an offer may be out of date. */
export const staleDays = 3;

const maxLength = 60;

/**
 * A search as it is counted, without case and accents; `null` if it is empty or may contain personal data: a long text,
 * an address, a number.
 */
export function countedSearch(search: string): string | null {
  const text = foldText(search);
  const isPersonal = [...text].length > maxLength || text.includes("@") || /\p{Nd}{7}/u.test(text);
  return text === "" || isPersonal ? null : text;
}
