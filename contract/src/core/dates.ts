const dayParts = { year: "numeric", month: "short", day: "numeric" } as const;
const day = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...dayParts });
const moment = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  ...dayParts,
  hour: "2-digit",
  minute: "2-digit",
  // 24 hours: ICU versions put different spaces before `PM`
  hourCycle: "h23",
  timeZoneName: "short",
});
const ago = new Intl.RelativeTimeFormat("en-US");

const clock = new Intl.DateTimeFormat("en-US", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** `Nov 1, 2000` for an ISO 8601 date or time, in UTC: the same text on the server and in every browser. */
export function formatDate(iso: string): string {
  return day.format(new Date(iso));
}

/** `Nov 1, 2000, 15:04 UTC` for an ISO 8601 time, the same everywhere. */
export function formatTime(iso: string): string {
  return moment.format(new Date(iso));
}

/** `5 minutes ago`, `3 hours ago`, `1 day ago`, up to a month; then the date. `now` in milliseconds. */
export function formatAge(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age > 30 * dayMs) return formatDate(iso);
  if (age >= dayMs) return ago.format(-Math.floor(age / dayMs), "day");
  if (age >= hourMs) return ago.format(-Math.floor(age / hourMs), "hour");
  // at least a minute: a clock that runs behind would show a time in the future
  return ago.format(-Math.max(1, Math.floor(age / minuteMs)), "minute");
}

/** `19:00` for an ISO 8601 time, in the reader's time zone. */
export function formatClock(iso: string): string {
  return clock.format(new Date(iso));
}

/** Midnights in the reader's time zone between `now` (milliseconds) and the time; `null` = it has passed. */
export function daysUntil(iso: string, now: number): number | null {
  if (Date.parse(iso) <= now) return null;
  const [from, to] = [new Date(now), new Date(iso)].map((time) =>
    Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()),
  );
  return (to! - from!) / dayMs;
}
