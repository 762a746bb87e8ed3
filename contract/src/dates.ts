const day = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", year: "numeric", month: "short", day: "numeric" });

/** `Nov 1, 2000` for an ISO 8601 date or time, in UTC: the same text on the server and in every browser. */
export function formatDate(iso: string): string {
  return day.format(new Date(iso));
}
