const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** `Nov 1, 2000, 3:04 PM` in the browser's own time zone; "Never" for no time, "Invalid date" for an unreadable one. */
export function formatMoment(iso: string | null | undefined): string {
  if (!iso) return "Never";
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "Invalid date" : moment.format(date);
}
