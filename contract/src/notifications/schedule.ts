import type { MailSchedule } from "./channels/rules.ts";
import { fromLocalTime, type LocalTime, toLocalTime, weekdayOf } from "./local-time.ts";

/** When a user receives notifications. */
export interface NotificationTimes {
  /** IANA. */
  timeZone: string;
  /** The hour of digests, 0…23. */
  digestHour: number;
  /** The day of weekly digests: 1 = Monday to 7 = Sunday. */
  digestWeekday: number;
  /** Quiet hours, as minutes of the day 0…1439; they may span midnight. `null` or equal: none. */
  quietFrom: number | null;
  quietTo: number | null;
}

/** The times of users who have not set any. */
export const defaultTimes: NotificationTimes = {
  timeZone: "UTC",
  digestHour: 9,
  digestWeekday: 1,
  quietFrom: null,
  quietTo: null,
};

/** When an event is due at a channel. */
export function dueAt(at: Date, schedule: MailSchedule, times: NotificationTimes): Date {
  return afterQuietHours(schedule === "instant" ? at : nextDigest(at, schedule, times), times);
}

/** The time of the first digest after another time. */
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

/** The time itself, or the end of the quiet hours that contain it. */
export function afterQuietHours(at: Date, { timeZone, quietFrom, quietTo }: NotificationTimes): Date {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return at;
  const local = toLocalTime(at, timeZone);
  const { minute } = local;
  const overMidnight = quietFrom > quietTo;
  const isQuiet = overMidnight ? minute >= quietFrom || minute < quietTo : minute >= quietFrom && minute < quietTo;
  if (!isQuiet) return at;
  const end = onDay(local, overMidnight && minute >= quietFrom ? 1 : 0, quietTo, timeZone);
  // when clocks go back, the first occurrence of the end may already have passed
  return end > at ? end : at;
}

function onDay({ year, month, day }: LocalTime, days: number, minute: number, zone: string): Date {
  return fromLocalTime({ year, month, day: day + days, minute }, zone);
}
