import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, isNull, lte, sql } from "../../../platform/db/drizzle.ts";
import { notificationEvents } from "../table.ts";

/** Marks an event and all before it as read. */
export async function readInbox(db: Db, userId: number, upTo: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const own = eq(notificationEvents.userId, userId);
    const { rowCount } = await tx
      .update(notificationEvents)
      .set({ readAt: now })
      .where(and(own, lte(notificationEvents.id, upTo), isNull(notificationEvents.readAt)));
    if (rowCount) await tx.execute(sql`select pg_notify('changes', ${`inbox ${userId}`})`);
  });
}
