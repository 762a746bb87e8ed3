import type { Db } from "../db/connect.ts";
import { sql } from "../db/drizzle.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { jobSchema } from "../jobs/queues.ts";
import { decrypt, encrypt } from "../process/encryption.ts";
import type { SecretKey } from "../process/secret-key.ts";
import type { TemplateMail } from "./templates.ts";

/**
 * Whose address a mail goes to. `verified`: an account's; the mail is dropped unless the address is verified at
 * delivery. `account`: an account's, verified or not: only for mail about the account itself, such as verification or
 * security notices. `operator`: from the site's settings. `sender`: named in a message to the site: only for a person's
 * reply to it. `channel`: named by a user for notifications: only the code that verifies it, then what its user
 * requested.
 */
type Addressee = "verified" | "account" | "operator" | "sender" | "channel";

/** At delivery, `{brand}` in any text becomes the site's name, and paths become links. */
export interface Mail {
  /** One address. */
  to: string;
  addressee: Addressee;
  replyTo?: string;
  /** On whose behalf, where the address does not show it: the mail is forgotten with that account. */
  userId?: number;
  /** That of its texts; without one, that of the account with this address or on whose behalf it is sent. */
  language?: string;
  subject: string;
  /** Plain text. */
  paragraphs: string[];
  /** A button. */
  action?: { label: string; path: string };
  /** Small print: why this mail was sent. */
  reason: string;
  /** How to unsubscribe: pages for people, and the path that mail programs POST to (RFC 8058). */
  stop?: { links: { label: string; path: string }[]; oneClickPath: string };
}

/**
 * The content is encrypted, since its links work for anyone who reads them. Addresses stay readable for
 * `forgetMails`.
 */
export interface QueuedMail extends Pick<Mail, "to" | "replyTo" | "addressee" | "userId"> {
  content: string;
}

const keyPurpose = "queued mail";

/** Sends a mail once the transaction commits; twice only if the process dies between sending and recording it. */
export async function queueMail(db: Db, mail: Mail | TemplateMail, secretKey: SecretKey): Promise<void> {
  await queueMails(db, [mail], secretKey);
}

/** `queueMail` for many mails in one statement. */
export async function queueMails(db: Db, mails: readonly (Mail | TemplateMail)[], secretKey: SecretKey): Promise<void> {
  const key = secretKey.derive(keyPurpose);
  const queued = mails.map((mail): QueuedMail => {
    const { to, replyTo, addressee, userId, ...content } = { replyTo: undefined, userId: undefined, ...mail };
    const addresses = { to, ...(replyTo && { replyTo }), addressee, ...(userId !== undefined && { userId }) };
    return { ...addresses, content: encrypt(key, JSON.stringify(content)) };
  });
  await enqueue(db, "mail", queued);
}

/** A mail as the previous release queued it. */
type FormerMail = Omit<Mail, "addressee" | "stop"> & { stop?: { label: string; path: string; oneClickPath: string } };

/** `null` when the mail was queued with another secret key. */
export function readQueuedMail(data: QueuedMail | FormerMail, secretKey: SecretKey): Mail | TemplateMail | null {
  if (!("content" in data)) return fromFormer(data);
  const { content, ...addresses } = data;
  const text = decrypt(secretKey.derive(keyPurpose), content);
  return text === null ? null : { ...addresses, ...JSON.parse(text) };
}

function fromFormer({ stop, ...mail }: FormerMail): Mail {
  if (!stop) return { ...mail, addressee: "account" };
  const { label, path, oneClickPath } = stop;
  // only alerts could be stopped
  return { ...mail, addressee: "verified", stop: { links: [{ label, path }], oneClickPath } };
}

/** Deletes all jobs for mail to an address or on its behalf, done or not: for deleted accounts. */
export async function forgetMails(db: Db, address: string): Promise<void> {
  const concerned = sql`(lower(data->>'to'), lower(data->>'replyTo'), lower(data->>'email'))`;
  await db.execute(sql`
    delete from ${sql.identifier(jobSchema)}.job
    where name in ('mail', 'password-reset') and ${address.toLowerCase()} in ${concerned}
  `);
}

/** Deletes all jobs for mail to other addresses on a user's behalf. */
export async function forgetMailsOf(db: Db, userId: number): Promise<void> {
  await db.execute(sql`
    delete from ${sql.identifier(jobSchema)}.job where name = 'mail' and data->'userId' = ${String(userId)}::jsonb
  `);
}
