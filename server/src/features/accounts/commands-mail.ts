import type { Db } from "../../platform/db/connect.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import type { TemplateMail } from "../../platform/mail/templates.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";

/** Dependencies of commands that queue mail. */
export interface Mailing {
  secretKey: SecretKey;
  now: Date;
}

/** A mail about an account. */
export type AccountMail = Omit<TemplateMail, "to" | "addressee">;

/** Queues a mail about an account to an address of its own, which need not be verified. */
export async function queueAccountMail(
  tx: Db,
  to: string,
  mail: AccountMail,
  { secretKey }: Pick<Mailing, "secretKey">,
): Promise<void> {
  await queueMail(tx, { to, addressee: "account", ...mail }, secretKey);
}
