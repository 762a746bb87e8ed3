import type { Db } from "../../platform/db/connect.ts";
import { type Mail, queueMail } from "../../platform/mail/queue.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";

/** What a command that mails needs. */
export interface Mailing {
  secretKey: SecretKey;
  now: Date;
}

/** A mail about an account. */
export type AccountMail = Omit<Mail, "to" | "addressee">;

/** Queues a mail about an account to an address of its own, which need not be verified. */
export async function queueAccountMail(
  tx: Db,
  to: string,
  mail: AccountMail,
  { secretKey }: Pick<Mailing, "secretKey">,
): Promise<void> {
  await queueMail(tx, { to, addressee: "account", ...mail }, secretKey);
}
