import { defaultTimes, type NotificationTimes } from "contract/notifications/schedule.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { eq, sql } from "../../../platform/db/drizzle.ts";
import { notificationSettings } from "../table.ts";

export type SettingsRow = typeof notificationSettings.$inferSelect;

/** Columns of the user's times, from `notification_settings settings`, which may have no row. */
export const notificationTimes = sql`
  coalesce(settings.time_zone, ${defaultTimes.timeZone}) as "timeZone",
  coalesce(settings.digest_hour, ${defaultTimes.digestHour}) as "digestHour",
  coalesce(settings.digest_weekday, ${defaultTimes.digestWeekday}) as "digestWeekday",
  settings.quiet_from as "quietFrom", settings.quiet_to as "quietTo"`;

/** The user's settings; `null` = the defaults apply. */
export async function findSettings(db: Db, userId: number): Promise<SettingsRow | null> {
  const [row] = await db.select().from(notificationSettings).where(eq(notificationSettings.userId, userId));
  return row ?? null;
}

export const timesOf = (row: SettingsRow | null): NotificationTimes => row ?? defaultTimes;
