import type { Db } from "../../platform/db/connect.ts";
import type { TemplateMail } from "../../platform/mail/templates.ts";
import { type Mailing, queueAccountMail } from "./commands-mail.ts";
import type { UserRow } from "./present.ts";

/** Events about which an account's owner gets a mail, and where its button leads unless it has a link of its own. */
const actionPaths = {
  new_device: "/forgot-password",
  password_changed: "/forgot-password",
  factor_added: "/profile#security",
  factor_removed: "/profile#security",
  recovery_codes_renewed: "/profile#security",
  recovery_code_used: "/profile#security",
  key_created: "/profile#api-keys",
  key_revoked: "/profile#api-keys",
  provider_connected: "/profile",
  provider_disconnected: "/profile",
} as const;

export type Notice = keyof typeof actionPaths;

/**
 * Queues the mail of an event to the account's address, if it has one. `values` fill the variables of its texts; the
 * address may be someone else's, so they must not contain user input.
 */
export async function queueNotice(
  tx: Db,
  { username, email }: Pick<UserRow, "username" | "email">,
  notice: Notice,
  values: TemplateMail["values"],
  mailing: Mailing,
  actionPath: string = actionPaths[notice],
): Promise<void> {
  if (email === null) return;
  const time = { time: mailing.now.toISOString() };
  const mail = { template: notice, values: { username, time, ...values }, actionPath };
  await queueAccountMail(tx, email, mail, mailing);
}
