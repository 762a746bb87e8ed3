import { and, eq, isNull, lte } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { notificationEvents } from "../table.ts";
import { announceInbox } from "./commands-announce.ts";

/** Marks an event and all before it as read. */
export async function readInbox(db: Db, userId: number, upTo: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const own = eq(notificationEvents.userId, userId);
    const { rowCount } = await tx
      .update(notificationEvents)
      .set({ readAt: now })
      .where(and(own, lte(notificationEvents.id, upTo), isNull(notificationEvents.readAt)));
    if (rowCount) await announceInbox(tx, [userId]);
  });
}
