import { inboxDays } from "contract/notifications/rules.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, lt, ne } from "../../../platform/db/drizzle.ts";
import type { JobHandler } from "../../../platform/jobs/work.ts";
import { notificationEvents, notificationMessages } from "../table.ts";
import { packMessages, planDeliveries } from "./commands-plan.ts";
import { type SendOptions, sendMessages } from "./commands-send.ts";
import { retireFormerKey } from "./commands-stop-link.ts";

/** Delivers what is due: as soon as a rule fires, and every minute for scheduled deliveries. */
export function notificationJobs(options: SendOptions): JobHandler[] {
  const { db, now = () => new Date() } = options;

  async function deliverDue(): Promise<void> {
    await planDeliveries(db, { now: now(), maxAlertMails: options.maxAlertMails() });
    for (let channels = 1; channels > 0; ) {
      channels = await packMessages(db, now());
      await sendMessages(options);
    }
  }

  async function sweep(): Promise<void> {
    await sweepInboxes(db, now());
    await retireFormerKey(db, now());
  }

  return [
    { queue: "notifications", schedule: "* * * * *", run: deliverDue },
    { queue: "sweep-inbox", schedule: "41 3 * * *", run: sweep },
  ];
}

const dayMs = 24 * 3_600_000;

/** Deletes events older than the retention of the inboxes, with their deliveries. */
async function sweepInboxes(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - inboxDays * dayMs);
  await db.delete(notificationEvents).where(lt(notificationEvents.at, before));
  await db
    .delete(notificationMessages)
    .where(and(ne(notificationMessages.state, "waiting"), lt(notificationMessages.finishedAt, before)));
}
