import { english } from "../languages/language.ts";

/** A date as English, the language of the panel, writes it: `Nov 1, 2000`, in UTC. */
export const formatDate = english.date;

const dayMs = 24 * 60 * 60_000;

/** Midnights in the reader's time zone between `now` (milliseconds) and the time; `null` = it has passed. */
export function daysUntil(iso: string, now: number): number | null {
  if (Date.parse(iso) <= now) return null;
  const [from, to] = [new Date(now), new Date(iso)].map((time) =>
    Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()),
  );
  return (to! - from!) / dayMs;
}
