const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * A day as Steam writes it in English, `Feb 22, 2018` or `22 Feb, 2018`, as YYYY-MM-DD; `null` for anything else, such
 * as `Q3 2026` or `Coming soon`.
 */
export function parseSteamDate(text: string): string | null {
  const [, month, day, year] = /^([A-Za-z]{3})[a-z]* (\d{1,2}), (\d{4})$/.exec(text.trim()) ?? [];
  const [, dayFirst, monthLater, yearLater] = /^(\d{1,2}) ([A-Za-z]{3})[a-z]*,? (\d{4})$/.exec(text.trim()) ?? [];
  const index = months.indexOf((month ?? monthLater ?? "").toLowerCase());
  const date = `${year ?? yearLater}-${String(index + 1).padStart(2, "0")}-${(day ?? dayFirst ?? "").padStart(2, "0")}`;
  const parsed = index < 0 ? null : new Date(`${date}T00:00:00Z`);
  // `Date` parses February 30 as a day in March
  return parsed && !Number.isNaN(parsed.valueOf()) && parsed.toISOString().startsWith(date) ? date : null;
}
