import type { JobHandler } from "../../../platform/jobs/work.ts";
import { packMessages } from "./commands-pack.ts";
import { planDeliveries } from "./commands-plan.ts";
import { type SendOptions, sendMessages } from "./commands-send.ts";
import { retireFormerKey } from "./commands-stop-link.ts";
import { sweepInboxes } from "./commands-sweep.ts";

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
