import type { Db } from "../../platform/db/connect.ts";
import type { JobHandler } from "../../platform/jobs/work.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import { deleteOldNotices } from "./commands.ts";
import { queueAlertMails, queueDigests } from "./commands-mail.ts";
import { retireFormerKey } from "./commands-stop-link.ts";

export interface AlertJobOptions {
  db: Db;
  secretKey: SecretKey;
  /** Read on every run, because the setting can change. */
  maxPerDay(): number;
}

export function alertJobs({ db, secretKey, maxPerDay }: AlertJobOptions): JobHandler[] {
  const mail = async () => queueAlertMails(db, { secretKey, maxPerDay: maxPerDay(), now: new Date() });

  /** Hourly, so that a digest is caught up on when no worker ran at its time. */
  async function digest(): Promise<void> {
    await mail();
    await queueDigests(db, { secretKey, maxPerDay: maxPerDay(), now: new Date() });
    await retireFormerKey(db, new Date());
    await deleteOldNotices(db, new Date());
  }

  return [
    { queue: "alert-mails", run: mail },
    { queue: "alert-digests", schedule: "11 * * * *", run: digest },
  ];
}
