import type { JobHandler } from "../jobs/work.ts";
import type { SecretKey } from "../process/secret-key.ts";
import { type DeliveryOptions, prepareDelivery } from "./deliver.ts";
import { type Mail, type QueuedMail, readQueuedMail } from "./queue.ts";
import { fillTemplate, type MailReader, type TemplateMail } from "./templates.ts";

export interface MailJobOptions extends DeliveryOptions {
  /** Whoever reads a mail. */
  readerOf(mail: Mail | TemplateMail): Promise<MailReader>;
  secretKey: SecretKey;
  /** Whether it is the verified address of an account. */
  isVerified(address: string): Promise<boolean>;
}

/** Sends queued mail, two at a time, so that one slow connection does not block the queue. */
export function mailJobs({ secretKey, isVerified, readerOf, ...options }: MailJobOptions): JobHandler[] {
  const { log, onOutcome = () => {} } = options;
  const deliver = prepareDelivery(options);

  async function run(data: QueuedMail, id: string): Promise<void> {
    const mail = readQueuedMail(data, secretKey);
    if (!mail) return drop(id, "it was queued under another secret key");
    if (mail.addressee === "verified" && !(await isVerified(mail.to))) return drop(id, "its address is not verified");
    const reader = await readerOf(mail);
    await deliver("template" in mail ? fillTemplate(mail, reader) : mail, { id, reader });
  }

  function drop(id: string, reason: string): void {
    log.warn({ mail: id, reason }, "mail dropped");
    onOutcome("dropped");
  }

  return [{ queue: "mail", workers: 2, run: (data, id) => run(data as QueuedMail, id) }];
}
