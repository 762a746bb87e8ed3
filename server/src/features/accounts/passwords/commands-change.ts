import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { eq } from "../../../platform/db/drizzle.ts";
import { users } from "../../users/table.ts";
import { recordOwnChange } from "../commands-audit.ts";
import type { Mailing } from "../commands-mail.ts";
import { queueNotice } from "../commands-notices.ts";
import type { UserRow } from "../present.ts";
import { lockUser } from "../queries.ts";
import { type Caller, type CountAttempt, requireOwner, requireSession } from "../sessions/commands-reauthenticate.ts";
import { endOtherSessions, endPendingLinks } from "../sessions/commands-session.ts";
import { hashPassword } from "./password.ts";
import { requireGoodPassword } from "./policy-password.ts";

export interface PasswordChange {
  /** Not needed where the account has no password. */
  currentPassword?: string | undefined;
  newPassword: string;
}

/**
 * Sets a new password, ends all other sessions and pending links, and mails the owner. Throws what `requireOwner` and
 * `requireGoodPassword` throw.
 */
export async function changePassword(
  db: Db,
  found: UserRow,
  { currentPassword, newPassword }: PasswordChange,
  { countAttempt, now, token, userId, ...mailing }: Mailing & Caller & { countAttempt: CountAttempt },
): Promise<void> {
  await requireOwner(db, found, { password: currentPassword, token, now, countAttempt });
  await requireGoodPassword(db, found, newPassword, "newPassword");
  const passwordHash = await hashPassword(newPassword);
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    await requireSession(tx, token, now);
    // a concurrent change, or an undo of an address
    if (!user || user.passwordHash !== found.passwordHash) {
      throw new AppError("unauthenticated", "Authentication required");
    }
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
    await endPendingLinks(tx, userId);
    await endOtherSessions(tx, { userId, token });
    await queueNotice(tx, user, "password_changed", {}, { ...mailing, now });
    await recordOwnChange(tx, user, { description: "Changed the password" });
  });
}
