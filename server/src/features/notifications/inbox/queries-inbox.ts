import type { Db } from "../../../platform/db/connect.ts";
import { count, desc, eq, getViewSelectedFields, sql } from "../../../platform/db/drizzle.ts";
import { type EventRow, shownEvents } from "../table.ts";

export interface InboxRow extends EventRow {
  deliveries: { channel: string; state: "waiting" | "delivered" | "dropped"; at: string | null }[];
}

const deliveries = sql<InboxRow["deliveries"]>`array(
  select json_build_object(
    'channel', channels.name,
    'state', case when delivery.state = 'sent' then coalesce(message.state, 'delivered') else delivery.state end,
    'at', case when message.state = 'delivered' then message.finished_at else delivery.due_at end
  )
  from notification_deliveries delivery
  join channels on channels.id = delivery.channel_id
  left join notification_messages message on message.id = delivery.message_id
  where delivery.event_id = shown_events.id
  order by delivery.id
)`;

/** A page of a user's inbox, the newest first, with the total. Events of hidden games are left out. */
export async function listInbox(
  db: Db,
  userId: number,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<{ events: InboxRow[]; total: number }> {
  const own = eq(shownEvents.userId, userId);
  const page = db
    .select({ ...getViewSelectedFields(shownEvents), deliveries })
    .from(shownEvents)
    .where(own)
    .orderBy(desc(shownEvents.id))
    .offset(offset)
    .$dynamic();
  const [events, [counts]] = await Promise.all([
    limit === null ? page : page.limit(limit),
    db.select({ total: count() }).from(shownEvents).where(own),
  ]);
  return { events, total: counts!.total };
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
