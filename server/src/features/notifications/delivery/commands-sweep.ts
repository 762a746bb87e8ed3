import { inboxDays } from "contract/notifications/rules.ts";
import { and, lt, ne } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { notificationEvents, notificationMessages } from "../table.ts";

const dayMs = 24 * 3_600_000;

/** Deletes events older than the retention of the inboxes, with their deliveries. */
export async function sweepInboxes(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - inboxDays * dayMs);
  await db.delete(notificationEvents).where(lt(notificationEvents.at, before));
  await db
    .delete(notificationMessages)
    .where(and(ne(notificationMessages.state, "waiting"), lt(notificationMessages.finishedAt, before)));
}
