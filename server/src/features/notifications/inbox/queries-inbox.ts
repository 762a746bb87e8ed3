import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { type EventRow, eventColumns, joinEventFacts } from "../delivery/queries-messages.ts";

export interface InboxRow extends EventRow {
  country: string;
  read: boolean;
  deliveries: { channel: string; state: "waiting" | "delivered" | "dropped"; at: string | null }[];
}

/** A page of a user's inbox, the newest first, with the total. Events of hidden games are left out. */
export async function listInbox(
  db: Db,
  userId: number,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<{ events: InboxRow[]; total: number }> {
  const own = sql`from notification_events event ${joinEventFacts} where event.user_id = ${userId}`;
  const [{ rows: events }, { rows: counts }] = await Promise.all([
    db.execute<InboxRow & Record<string, unknown>>(sql`
      select ${eventColumns}, event.country, read_at is not null as read, array(
        select json_build_object(
          'channel', channels.name,
          'state', case when delivery.state = 'sent' then coalesce(message.state, 'delivered') else delivery.state end,
          'at', case when message.state = 'delivered' then message.finished_at else delivery.due_at end
        )
        from notification_deliveries delivery
        join channels on channels.id = delivery.channel_id
        left join notification_messages message on message.id = delivery.message_id
        where delivery.event_id = event.id
        order by delivery.id
      ) as deliveries
      ${own}
      order by event.id desc limit ${limit} offset ${offset}
    `),
    db.execute<{ total: number }>(sql`select count(*)::integer as total ${own}`),
  ]);
  return { events, total: counts[0]!.total };
}

/** How many events are unread, by user; users without any are left out. */
export async function countUnread(db: Db, userIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ userId: number; unread: number }>(sql`
    select event.user_id as "userId", count(*)::integer as unread
    from notification_events event join games on games.id = event.game_id and not games.hidden
    where event.user_id = any(${sql.param([...userIds])}::integer[]) and read_at is null
    group by event.user_id
  `);
  return new Map(rows.map(({ userId, unread }) => [userId, unread]));
}
