import { defaultTimes, type NotificationTimes } from "contract/notifications/schedule.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { eq, sql } from "../../../platform/db/drizzle.ts";
import { users } from "../../users/table.ts";
import { replanDeliveries } from "../delivery/commands-plan.ts";
import { notificationSettings } from "../table.ts";

/** Sets when a user wants to be notified; waiting deliveries are rescheduled. */
export async function setTimes(db: Db, userId: number, times: NotificationTimes): Promise<void> {
  const columns = { ...times, timesChosen: true };
  await db.transaction(async (tx) => {
    await tx
      .insert(notificationSettings)
      .values({ userId, ...columns })
      .onConflictDoUpdate({ target: notificationSettings.userId, set: columns });
    await replanDeliveries(tx, userId);
  });
}

/** Stops all notifications of an account, waiting deliveries included. Rules stay. */
export async function stopEverything(db: Db, userId: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("key share");
    if (!user) return;
    await tx
      .insert(notificationSettings)
      .values({ userId, ...defaultTimes, stoppedAt: now })
      .onConflictDoUpdate({ target: notificationSettings.userId, set: { stoppedAt: now } });
    await dropWaiting(tx, userId, now);
  });
}

/** Lets rules notify again. */
export async function resumeEverything(db: Db, userId: number): Promise<void> {
  await db.update(notificationSettings).set({ stoppedAt: null }).where(eq(notificationSettings.userId, userId));
}

async function dropWaiting(tx: Db, userId: number, now: Date): Promise<void> {
  const own = sql`channel_id in (select id from channels where user_id = ${userId})`;
  await tx.execute(sql`update notification_deliveries set state = 'dropped' where ${own} and state = 'waiting'`);
  await tx.execute(sql`
    update notification_messages set state = 'dropped', finished_at = ${now}::timestamptz
    where ${own} and state = 'waiting'
  `);
}
