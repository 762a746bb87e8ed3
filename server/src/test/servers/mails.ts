import { shippedTexts } from "contract/content-strings/defaults.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { type Mail, type QueuedMail, readQueuedMail } from "../../platform/mail/queue.ts";
import { fillTemplate } from "../../platform/mail/templates.ts";
import { secretKey } from "../secret-key.ts";

/** All mails of the queue, sent or not, the oldest first, then by address; with the texts that ship. */
export async function listQueuedMails(db: Db): Promise<Mail[]> {
  const { rows } = await db.execute<{ data: QueuedMail }>(
    sql`select data from jobs.job where name = 'mail' order by created_on, data->>'to', ctid`,
  );
  return rows.map(({ data }) => {
    const mail = readQueuedMail(data, secretKey)!;
    return "template" in mail ? fillTemplate(mail, (key) => shippedTexts[key] ?? "") : mail;
  });
}
