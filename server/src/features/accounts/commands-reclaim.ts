import type { Db } from "../../platform/db/connect.ts";
import { and, eq, gte, or } from "../../platform/db/drizzle.ts";
import { forgetMailsOf } from "../../platform/mail/queue.ts";
import { stopDailyImport } from "../library/commands.ts";
import { unshareAllLists } from "../lists/commands-shared.ts";
import { disableAllChannels } from "../notifications/channels/commands-channels.ts";
import { users } from "../users/table.ts";
import { removeAllKeys } from "./api-keys/commands.ts";
import { removeAllFactors } from "./factors/commands.ts";
import type { EmailLinkRow, UserRow } from "./present.ts";
import { endAllSessions, endPendingLinks } from "./sessions/commands-session.ts";
import { forgetDevices } from "./sessions/known-devices.ts";
import { emailLinks } from "./table.ts";

/**
 * Takes a locked account away from everybody, for the owner who has just proved by the mailbox, or to the operator,
 * that it is theirs: removes or disables all that lets someone in or sends something out, whoever set it up. Name,
 * address, roles, lists and rules stay. The caller then opens one way in. `reclaimed.test.ts` names every table.
 *
 * `undone` is the undo link that proved it: earlier ones for other addresses stay, as a hijacker's are later.
 */
export async function reclaimAccount(
  tx: Db,
  { id: userId }: Pick<UserRow, "id">,
  { now, undone }: { now: Date; undone?: EmailLinkRow },
): Promise<void> {
  await endAllSessions(tx, userId);
  await endPendingLinks(tx, userId);
  const hijackers = undone && or(gte(emailLinks.expiresAt, undone.expiresAt), eq(emailLinks.emailKey, undone.emailKey));
  await tx.delete(emailLinks).where(and(eq(emailLinks.userId, userId), hijackers));
  await removeAllFactors(tx, userId);
  await removeAllKeys(tx, userId);
  await forgetDevices(tx, userId);
  await tx
    .update(users)
    .set({ passwordHash: null, googleId: null, steamId: null, avatarUrl: null })
    .where(eq(users.id, userId));
  await disableAllChannels(tx, userId, now);
  await unshareAllLists(tx, userId);
  await stopDailyImport(tx, userId);
  // mail to addresses of its channels
  await forgetMailsOf(tx, userId);
}
