import type { NotificationSettings, NotificationTimesBody } from "contract/notifications/inbox-schema.ts";
import type { NotificationTimes } from "contract/notifications/schedule.ts";
import { type SettingsRow, timesOf } from "./queries-settings.ts";

export function toNotificationSettings(row: SettingsRow | null): NotificationSettings {
  const { timeZone, digestHour, digestWeekday, quietFrom, quietTo } = timesOf(row);
  return {
    time_zone: timeZone,
    digest_hour: digestHour,
    digest_weekday: digestWeekday,
    quiet_from: quietFrom,
    quiet_to: quietTo,
    chosen: row?.timesChosen ?? false,
    stopped_at: row?.stoppedAt?.toISOString() ?? null,
  };
}

export function toTimes(body: NotificationTimesBody): NotificationTimes {
  return {
    timeZone: body.time_zone,
    digestHour: body.digest_hour,
    digestWeekday: body.digest_weekday,
    quietFrom: body.quiet_from,
    quietTo: body.quiet_to,
  };
}
