import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { jobSchema } from "../jobs/queues.ts";
import type { SecretKey } from "../secret-key.ts";
import { decrypt, encrypt } from "./encryption.ts";

/**
 * Whose address a mail goes to.
 * `verified`: an account's; the mail is dropped unless the address is a verified one when it would be delivered.
 * `account`: an account's, verified or not: for mail about the account itself alone, such as verification, a new password
 * and security notices.
 * `operator`: named by the site's settings.
 */
export type Addressee = "verified" | "account" | "operator";

/**
 * A mail in the words of the feature that sends it. `{brand}` in any text becomes the site's name, and paths become
 * links of this site, when it is delivered.
 */
export interface Mail {
  /** One address. */
  to: string;
  addressee: Addressee;
  /** Who gets an answer to it; nobody reads answers to the site itself. */
  replyTo?: string;
  subject: string;
  /** Plain text, one entry a paragraph. */
  paragraphs: string[];
  /** The one thing to do: a button. */
  action?: { label: string; path: string };
  /** Small print: why this mail came. */
  reason: string;
  /** How to get no more of these: pages for people, and the address that mail programs POST to (RFC 8058). */
  stop?: { links: { label: string; path: string }[]; oneClickPath: string };
}

/**
 * A mail in the queue. Its content is encrypted, since links in it work for whoever reads them: in the database or in a backup.
 * Addresses stay readable for `forgetMails`.
 */
export interface QueuedMail extends Pick<Mail, "to" | "replyTo" | "addressee"> {
  content: string;
}

const keyPurpose = "queued mail";

/** Sends a mail once the transaction commits; exactly one, unless the process dies between sending and noting so. */
export async function queueMail(db: Db, mail: Mail, secretKey: SecretKey): Promise<void> {
  await queueMails(db, [mail], secretKey);
}

/** `queueMail` for many mails in one statement. */
export async function queueMails(db: Db, mails: readonly Mail[], secretKey: SecretKey): Promise<void> {
  const key = secretKey.derive(keyPurpose);
  const queued = mails.map(({ to, replyTo, addressee, ...content }): QueuedMail => {
    return { to, ...(replyTo && { replyTo }), addressee, content: encrypt(key, JSON.stringify(content)) };
  });
  await enqueue(db, "mail", queued);
}

/** A mail as the release before queued it, in clear and for whomever. */
type FormerMail = Omit<Mail, "addressee" | "stop"> & { stop?: { label: string; path: string; oneClickPath: string } };

/** The mail of a job; `null` when it was queued under another secret key. */
export function readQueuedMail(data: QueuedMail | FormerMail, secretKey: SecretKey): Mail | null {
  if (!("content" in data)) return fromFormer(data);
  const { content, ...addresses } = data;
  const text = decrypt(secretKey.derive(keyPurpose), content);
  return text === null ? null : { ...addresses, ...JSON.parse(text) };
}

function fromFormer({ stop, ...mail }: FormerMail): Mail {
  if (!stop) return { ...mail, addressee: "account" };
  const { label, path, oneClickPath } = stop;
  // of an alert: the one kind of mail that could be stopped
  return { ...mail, addressee: "verified", stop: { links: [{ label, path }], oneClickPath } };
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
