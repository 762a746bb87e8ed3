import type { MailSchedule } from "./channels/rules.ts";
import { fromLocalTime, type LocalTime, toLocalTime, weekdayOf } from "./local-time.ts";

/** When a user wants to be notified. */
export interface NotificationTimes {
  /** IANA. */
  timeZone: string;
  /** The hour of digests, 0…23. */
  digestHour: number;
  /** The day of weekly digests: 1 = Monday to 7 = Sunday. */
  digestWeekday: number;
  /** Quiet from and to these minutes of the day, 0…1439, over midnight too; `null` or the same: never. */
  quietFrom: number | null;
  quietTo: number | null;
}

/** Those of users without settings. */
export const defaultTimes: NotificationTimes = {
  timeZone: "UTC",
  digestHour: 9,
  digestWeekday: 1,
  quietFrom: null,
  quietTo: null,
};

/** When something that happened at a time is due at a channel. */
export function dueAt(at: Date, schedule: MailSchedule, times: NotificationTimes): Date {
  return afterQuietHours(schedule === "instant" ? at : nextDigest(at, schedule, times), times);
}

/** The first time after another one that digests go out. */
export function nextDigest(
  after: Date,
  schedule: Exclude<MailSchedule, "instant">,
  { timeZone, digestHour, digestWeekday }: NotificationTimes,
): Date {
  const today = toLocalTime(after, timeZone);
  const days = schedule === "daily" ? 0 : (digestWeekday - weekdayOf(today) + 7) % 7;
  const step = schedule === "daily" ? 1 : 7;
  const first = onDay(today, days, digestHour * 60, timeZone);
  return first > after ? first : onDay(today, days + step, digestHour * 60, timeZone);
}

/** The time itself, or the end of the quiet hours that it lies in. */
export function afterQuietHours(at: Date, { timeZone, quietFrom, quietTo }: NotificationTimes): Date {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return at;
  const local = toLocalTime(at, timeZone);
  const { minute } = local;
  const overMidnight = quietFrom > quietTo;
  const isQuiet = overMidnight ? minute >= quietFrom || minute < quietTo : minute >= quietFrom && minute < quietTo;
  if (!isQuiet) return at;
  const end = onDay(local, overMidnight && minute >= quietFrom ? 1 : 0, quietTo, timeZone);
  // where clocks are put back, the end by the clock may have passed once already
  return end > at ? end : at;
}

function onDay({ year, month, day }: LocalTime, days: number, minute: number, zone: string): Date {
  return fromLocalTime({ year, month, day: day + days, minute }, zone);
}
