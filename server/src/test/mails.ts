import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { type Mail, type QueuedMail, readQueuedMail } from "../mail/queue.ts";
import { secretKey } from "./secret-key.ts";

/** The mails in the queue, sent or not, the oldest first; of those queued at once by their addresses. */
export async function listQueuedMails(db: Db): Promise<Mail[]> {
  const { rows } = await db.execute<{ data: QueuedMail }>(
    sql`select data from jobs.job where name = 'mail' order by created_on, data->>'to', ctid`,
  );
  return rows.map(({ data }) => readQueuedMail(data, secretKey)!);
}
