/** A local time: `month` 1…12, `minute` of the day 0…1439. */
export interface LocalTime {
  year: number;
  month: number;
  day: number;
  minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    const part = "2-digit";
    const parts = { month: part, day: part, hour: part, minute: part, second: part } as const;
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, year: "numeric", ...parts, hourCycle: "h23" });
    formats.set(zone, format);
  }
  return format;
}

/** Whether this is the name of a time zone (IANA), such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  // offsets such as +01:00 have no daylight saving time
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,49}$/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The local time in a zone, without seconds. */
export function toLocalTime(at: Date, zone: string): LocalTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (part: Intl.DateTimeFormatPartTypes) => parts.get(part) ?? 0;
  return { year: of("year"), month: of("month"), day: of("day"), minute: of("hour") * 60 + of("minute") };
}

/**
 * The instant of a local time in a zone: the first one if clocks show the time twice; if they skip it, later by as much
 * as they go forward. Days may exceed the length of the month.
 */
export function fromLocalTime({ year, month, day, minute }: LocalTime, zone: string): Date {
  const localMs = Date.UTC(year, month - 1, day, 0, minute);
  // the offsets a day before and after are those on both sides of a clock change
  const offsets = [localMs - dayMs, localMs + dayMs].map((near) => offsetAt(near, zone));
  const candidates = offsets.map((offset) => localMs - offset);
  const exact = candidates.filter((at) => at + offsetAt(at, zone) === localMs);
  return new Date(exact.length > 0 ? Math.min(...exact) : candidates[0]!);
}

/** The zone's offset from UTC, in ms. */
function offsetAt(at: number, zone: string): number {
  const minuteStart = Math.floor(at / minuteMs) * minuteMs;
  const { year, month, day, minute } = toLocalTime(new Date(minuteStart), zone);
  return Date.UTC(year, month - 1, day, 0, minute) - minuteStart;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The day of the week: 1 = Monday to 7 = Sunday. */
export function weekdayOf({ year, month, day }: LocalTime): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
}
