import { queueNoticeMail } from "../features/notifications/channels/commands-mail.ts";
import { findChannel } from "../features/notifications/channels/queries-channels.ts";
import { prepareStopLinks } from "../features/notifications/delivery/commands-stop-link.ts";
import { notificationJobs } from "../features/notifications/delivery/jobs.ts";
import type { Db } from "../platform/db/connect.ts";
import { englishReaders } from "./readers.ts";
import { secretKey } from "./secret-key.ts";

/** Runs the job that delivers notifications once; the mails are queued. Other channels refuse everything. */
export async function deliverNotices(
  db: Db,
  now: Date,
  maxAlertMails = 100_000,
  readers = englishReaders,
): Promise<void> {
  const [job] = notificationJobs({
    db,
    publicUrl: "https://shop.example",
    readers,
    links: prepareStopLinks(secretKey),
    deliver: async () => "gone",
    queueMail: async (tx, id, write) => queueNoticeMail(tx, await findChannel(tx, id), write, secretKey),
    maxAlertMails: () => maxAlertMails,
    now: () => now,
  });
  await job!.run({}, "");
}
