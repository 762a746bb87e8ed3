import type { MailSchedule } from "contract/notifications/channels/rules.ts";
import { dueAt, type NotificationTimes } from "contract/notifications/schedule.ts";
import { sql } from "drizzle-orm";
import { timeArrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { notificationTimes } from "../settings/queries-settings.ts";

/** Deliveries that are planned in one transaction. */
const batchSize = 2_000;

type Undecided = NotificationTimes & { id: number; at: string; schedule: MailSchedule };

/** Decides for new deliveries when they are due (spec/notifications 5). */
export async function planDeliveries(db: Db): Promise<void> {
  while ((await db.transaction(planBatch)) === batchSize);
}

async function planBatch(tx: Db): Promise<number> {
  const { rows } = await tx.execute<Undecided & Record<string, unknown>>(sql`
    select delivery.id::double precision as id, to_json(event.at) #>> '{}' as at,
      coalesce(channels.schedule, 'instant') as schedule, ${notificationTimes}
    from notification_deliveries delivery
    join notification_events event on event.id = event_id
    join channels on channels.id = channel_id
    left join notification_settings settings on settings.user_id = event.user_id
    where state = 'waiting' and due_at is null
    order by delivery.id limit ${batchSize}
    for update of delivery skip locked
  `);
  if (rows.length === 0) return 0;
  const due = rows.map((row) => dueAt(new Date(row.at), row.schedule, row));
  await tx.execute(sql`
    update notification_deliveries delivery set due_at = planned.due_at
    from unnest(${sql.param(rows.map(({ id }) => id))}::bigint[], ${timeArrayOf(due)}::timestamptz[])
      as planned (id, due_at)
    where delivery.id = planned.id
  `);
  return rows.length;
}

/** Reschedules the waiting deliveries of a user whose times have changed. */
export async function replanDeliveries(tx: Db, userId: number): Promise<void> {
  await tx.execute(sql`
    update notification_deliveries delivery set due_at = null
    from channels
    where channels.id = channel_id and channels.user_id = ${userId} and state = 'waiting' and due_at is not null
  `);
}
