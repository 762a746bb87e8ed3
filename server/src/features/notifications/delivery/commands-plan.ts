import type { MailSchedule } from "contract/notifications/channels/rules.ts";
import { afterQuietHours, dueAt, type NotificationTimes } from "contract/notifications/schedule.ts";
import { timeArrayOf } from "../../../platform/db/arrays.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { sql } from "../../../platform/db/drizzle.ts";
import { notificationTimes } from "../settings/queries-settings.ts";

/** Deliveries that are planned in one transaction. */
const batchSize = 2_000;

type Undecided = NotificationTimes & {
  id: number;
  channelId: number;
  at: string;
  schedule: MailSchedule;
  isAlertMail: boolean;
};

interface PlanOptions {
  now: Date;
  /** Mails of single price alerts to one account on one day (UTC); the rest goes into the next day's digest. */
  maxAlertMails: number;
}

/** Decides for new deliveries when they are due (spec/notifications 5). */
export async function planDeliveries(db: Db, options: PlanOptions): Promise<void> {
  while ((await db.transaction((tx) => planBatch(tx, options))) === batchSize);
}

async function planBatch(tx: Db, options: PlanOptions): Promise<number> {
  // another process could plan alert mail of the same account, and exceed the limit with it
  await tx.execute(sql`
    select from channels where is_alert_mail and id in (
      select channel_id from notification_deliveries where state = 'waiting' and due_at is null
    )
    order by id for no key update
  `);
  const { rows } = await tx.execute<Undecided & Record<string, unknown>>(sql`
    select delivery.id::double precision as id, channel_id as "channelId", to_json(event.at) #>> '{}' as at,
      coalesce(channels.schedule, 'instant') as schedule, is_alert_mail as "isAlertMail", ${notificationTimes}
    from notification_deliveries delivery
    join notification_events event on event.id = event_id
    join channels on channels.id = channel_id
    left join notification_settings settings on settings.user_id = event.user_id
    where state = 'waiting' and due_at is null
    order by delivery.id limit ${batchSize}
    for update of delivery skip locked
  `);
  if (rows.length === 0) return 0;
  const counts = await countAlertMails(tx, rows, options.now);
  const planned = rows.map((row) => planOne(row, counts, options));
  await tx.execute(sql`
    update notification_deliveries delivery set due_at = planned.due_at, in_digest = planned.in_digest
    from unnest(
      ${sql.param(rows.map(({ id }) => id))}::bigint[], ${timeArrayOf(planned.map(({ due }) => due))}::timestamptz[],
      ${sql.param(planned.map(({ inDigest }) => inDigest))}::boolean[]
    ) as planned (id, due_at, in_digest)
    where delivery.id = planned.id
  `);
  return rows.length;
}

function planOne(row: Undecided, counts: Map<string, number>, { now, maxAlertMails }: PlanOptions) {
  const due = dueAt(new Date(row.at), row.schedule, row);
  if (!row.isAlertMail || row.schedule !== "instant") return { due, inDigest: row.isAlertMail };
  const sent = due > now ? due : now;
  const key = `${row.channelId} ${dayOf(sent)}`;
  const count = (counts.get(key) ?? 0) + 1;
  if (count > maxAlertMails) {
    const nextDay = new Date(Date.parse(dayOf(sent)) + 24 * 3_600_000);
    return { due: afterQuietHours(nextDay, row), inDigest: true };
  }
  counts.set(key, count);
  return { due: sent, inDigest: false };
}

/** How many single mails each alert mail channel has had or will have, by channel and day (UTC). */
async function countAlertMails(tx: Db, rows: readonly Undecided[], now: Date): Promise<Map<string, number>> {
  const ids = [...new Set(rows.filter(({ isAlertMail }) => isAlertMail).map(({ channelId }) => channelId))];
  if (ids.length === 0) return new Map();
  const { rows: days } = await tx.execute<{ key: string; count: number }>(sql`
    select channel_id || ' ' || (due_at at time zone 'UTC')::date as key, count(*)::integer as count
    from notification_deliveries
    where channel_id = any(${sql.param(ids)}::integer[]) and due_at >= ${dayOf(now)}::timestamp at time zone 'UTC'
      and not in_digest and state <> 'dropped'
    group by 1
  `);
  return new Map(days.map(({ key, count }) => [key, count]));
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** Reschedules the waiting deliveries of a user whose times have changed. */
export async function replanDeliveries(tx: Db, userId: number): Promise<void> {
  await tx.execute(sql`
    update notification_deliveries delivery set due_at = null
    from channels
    where channels.id = channel_id and channels.user_id = ${userId} and state = 'waiting' and due_at is not null
  `);
}

/** Channels whose messages are packed in one transaction. */
const packedChannels = 200;
/** Further events go into the next message. Channels other than mail show no more. */
const maxEventsPerMessage = 10;
const maxEventsPerMail = 50;
/** All price alerts that were over the limit of a day. */
const maxEventsPerAlertDigest = 1_000;

/**
 * Packs the due deliveries of each channel without a pending message into a message (spec/notifications 4.1): a channel
 * that is down is tried with one message, and what is due meanwhile is sent together afterwards. Each event of a price
 * alert is a mail of its own, except in digests. Returns the number of
 * channels that had due deliveries.
 */
export async function packMessages(db: Db, now: Date): Promise<number> {
  let total = 0;
  for (let count = packedChannels; count === packedChannels; total += count)
    count = await db.transaction((tx) => packBatch(tx, now));
  return total;
}

async function packBatch(tx: Db, now: Date): Promise<number> {
  const time = sql`${now}::timestamptz`;
  const { rows } = await tx.execute<{ id: number; isOpen: boolean }>(sql`
    select channels.id,
      verified_at is not null and disabled_at is null and stopped_at is null as "isOpen"
    from channels left join notification_settings settings on settings.user_id = channels.user_id
    where channels.id in (
      select distinct channel_id from notification_deliveries where state = 'waiting' and due_at <= ${time}
    ) and not exists (
      select from notification_messages where channel_id = channels.id and state = 'waiting'
    )
    order by channels.id limit ${packedChannels}
    for no key update of channels skip locked
  `);
  if (rows.length === 0) return 0;
  const isDueAt = (isOpen: boolean) => {
    const ids = rows.filter((channel) => channel.isOpen === isOpen).map(({ id }) => id);
    return sql`channel_id = any(${sql.param(ids)}::integer[]) and state = 'waiting' and due_at <= ${time}`;
  };
  await tx.execute(sql`update notification_deliveries set state = 'dropped' where ${isDueAt(false)}`);
  await tx.execute(sql`
    with due as (
      select id, channel_id, part, row_number() over (partition by channel_id, part order by event_id) as place
      from (
        select notification_deliveries.id, channel_id, event_id,
          case when is_alert_mail and not in_digest then notification_deliveries.id else 0 end as part
        from notification_deliveries join channels on channels.id = channel_id
        where ${isDueAt(true)}
      ) delivery
    ),
    message as materialized (
      select channel_id, part, gen_random_uuid() as message_id from due group by channel_id, part
    ),
    added as (
      insert into notification_messages (id, channel_id, created_at, next_at)
      select message_id, channel_id, ${time}, ${time} from message
    )
    update notification_deliveries set state = 'sent', message_id = message.message_id
    from due join message using (channel_id, part) join channels on channels.id = channel_id
    where notification_deliveries.id = due.id
      and place <= case
        when is_alert_mail then ${maxEventsPerAlertDigest}::integer
        when channels.kind = 'mail' then ${maxEventsPerMail}::integer
        else ${maxEventsPerMessage}::integer
      end
  `);
  return rows.length;
}
