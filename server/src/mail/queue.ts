import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { jobSchema } from "../jobs/queues.ts";

/**
 * A mail in the words of the feature that sends it. `{brand}` in any text becomes the site's name, and paths become
 * links of this site, when it is delivered.
 */
export interface Mail {
  /** One address. */
  to: string;
  /** Who gets an answer to it; nobody reads answers to the site itself. */
  replyTo?: string;
  subject: string;
  /** Plain text, one entry a paragraph. */
  paragraphs: string[];
  /** The one thing to do: a button. */
  action?: { label: string; path: string };
  /** Small print: why this mail came. */
  reason: string;
  /** How to get no more of these: a page for people, and an address that mail programs POST to (RFC 8058). */
  stop?: { label: string; path: string; oneClickPath: string };
}

/** Sends a mail once the transaction commits; exactly one, unless the process dies between sending and noting so. */
export async function queueMail(db: Db, mail: Mail): Promise<void> {
  await queueMails(db, [mail]);
}

/** `queueMail` for many mails in one statement. */
export async function queueMails(db: Db, mails: readonly Mail[]): Promise<void> {
  await enqueue(db, "mail", mails);
}

/**
 * Drops every mail to an address, or on its behalf, that is still kept, sent or not, and the wishes for one: what there
 * is of a deleted account.
 */
export async function forgetMails(db: Db, address: string): Promise<void> {
  const concerned = sql`(lower(data->>'to'), lower(data->>'replyTo'), lower(data->>'email'))`;
  await db.execute(sql`
    delete from ${sql.identifier(jobSchema)}.job
    where name in ('mail', 'password-reset') and ${address.toLowerCase()} in ${concerned}
  `);
}
