import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";

/** Channels whose messages are packed in one transaction. */
const batchSize = 200;
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
  for (let count = batchSize; count === batchSize; total += count)
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
    order by channels.id limit ${batchSize}
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
