import { isDay } from "contract/accounts/rules.ts";

const monthNames = "january february march april may june july august september october november december".split(" ");

/** The number of a month by its English name, of which three letters are enough, from 1; 0 = no month. */
export function monthOf(name: string): number {
  const lower = name.toLowerCase();
  return lower.length < 3 ? 0 : monthNames.findIndex((month) => month.startsWith(lower)) + 1;
}

/**
 * A day as in `Sep 15, 2026`, `March 11th, 2027` or `22 Feb, 2018`, as YYYY-MM-DD; `null` for any other text, such as
 * `Q3 2026`.
 */
export function readEnglishDay(text: string): string | null {
  const [, month, day, year] = /^([A-Za-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?, (\d{4})$/.exec(text.trim()) ?? [];
  if (month) return toDay(month, day!, year!);
  const [, dayFirst, later, yearLater] = /^(\d{1,2}) ([A-Za-z]{3,9}),? (\d{4})$/.exec(text.trim()) ?? [];
  return later ? toDay(later, dayFirst!, yearLater!) : null;
}

/** The first such day in a longer text. */
export function findEnglishDay(text: string): string | null {
  for (const [found] of text.matchAll(/\b[A-Z][a-z]{2,8} \d{1,2}(?:st|nd|rd|th)?, \d{4}\b/g)) {
    const day = readEnglishDay(found);
    if (day !== null) return day;
  }
  return null;
}

function toDay(month: string, day: string, year: string): string | null {
  const two = (number: number | string) => String(number).padStart(2, "0");
  const written = `${year}-${two(monthOf(month))}-${two(day)}`;
  return isDay(written) ? written : null;
}
