/** A time on the clocks of a place: `month` 1…12, `minute` of the day 0…1439. */
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

/** Whether that is the name of a time zone (IANA), such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  // offsets such as +01:00 know no summer time
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,49}$/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** What the clocks of a zone show; seconds are left out. */
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
 * When the clocks of a zone show that time: the first time where they show it twice, and as much later as they are put
 * forward where they skip it. Days may run over the end of a month.
 */
export function fromLocalTime({ year, month, day, minute }: LocalTime, zone: string): Date {
  const wanted = Date.UTC(year, month - 1, day, 0, minute);
  // the offsets a day before and after are those on both sides of a change
  const offsets = [wanted - dayMs, wanted + dayMs].map((near) => offsetAt(near, zone));
  const candidates = offsets.map((offset) => wanted - offset);
  const right = candidates.filter((at) => at + offsetAt(at, zone) === wanted);
  return new Date(right.length > 0 ? Math.min(...right) : candidates[0]!);
}

/** How far the clocks of a zone are ahead of UTC, in ms. */
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
