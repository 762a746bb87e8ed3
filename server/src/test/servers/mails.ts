import type { Db } from "../../platform/db/connect.ts";
import { sql } from "../../platform/db/drizzle.ts";
import { type Mail, type QueuedMail, readQueuedMail } from "../../platform/mail/queue.ts";
import { fillTemplate } from "../../platform/mail/templates.ts";
import { englishReaders } from "../readers.ts";
import { secretKey } from "../secret-key.ts";

/** All mails of the queue, sent or not, the oldest first, then by address; by default with English texts. */
export async function listQueuedMails(db: Db, readers = englishReaders): Promise<Mail[]> {
  const { rows } = await db.execute<{ data: QueuedMail }>(
    sql`select data from jobs.job where name = 'mail' order by created_on, data->>'to', ctid`,
  );
  const read = async ({ data }: { data: QueuedMail }) => {
    const mail = readQueuedMail(data, secretKey)!;
    return "template" in mail ? fillTemplate(mail, await readers.ofMail(db, mail)) : mail;
  };
  return Promise.all(rows.map(read));
}
