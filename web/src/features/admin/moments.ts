const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** `Nov 1, 2000, 3:04 PM` in the browser's own time zone; "Never" for no time, "Invalid date" for an unreadable one. */
export function formatMoment(iso: string | null | undefined): string {
  if (!iso) return "Never";
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "Invalid date" : moment.format(date);
}

/** A time as the value of a `datetime-local` field in UTC, with seconds only where it has some. */
export function toUtcField(iso: string | null): string {
  return iso === null ? "" : new Date(iso).toISOString().replace(/(:00)?(\.000)?Z$/, "");
}

/** The time in a `datetime-local` field in UTC; `null` for an empty one. What is no time stays, for the server to name. */
export function fromUtcField(text: string): string | null {
  if (text === "") return null;
  const time = new Date(`${text}Z`);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}
