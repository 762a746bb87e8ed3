import { queueNoticeMail } from "../features/notifications/channels/commands-mail.ts";
import { findChannel } from "../features/notifications/channels/queries-channels.ts";
import { prepareStopLinks } from "../features/notifications/delivery/commands-stop-link.ts";
import { notificationJobs } from "../features/notifications/delivery/jobs.ts";
import type { Db } from "../platform/db/connect.ts";
import { sql } from "../platform/db/drizzle.ts";
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

/** A thousand users who are mailed once the game costs 15.00 or less in the United States. */
export async function addThousandAlerts(db: Db, gameId: number): Promise<void> {
  await db.execute(sql`
    with crowd as (
      insert into users (username, username_key, email, email_key, email_verified)
      select 'crowd' || n, 'crowd' || n, 'crowd' || n || '@example.com', 'crowd' || n || '@example.com', true
      from generate_series(1, 1000) n
      returning id
    ),
    mail as (
      insert into channels (user_id, kind, name, config, schedule, is_alert_mail, verified_at)
      select id, 'mail', 'Email', '', 'instant', true, now() from crowd
      returning id, user_id
    ),
    alert as (
      insert into notification_rules (user_id, kind, subject, game_id, country, value, scope)
      select id, 'target', 'game', ${gameId}, 'US', 1500, 'mine' from crowd
      returning id, user_id
    )
    insert into rule_channels (rule_id, channel_id) select alert.id, mail.id from alert join mail using (user_id)
  `);
}
