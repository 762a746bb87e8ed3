import { accountProblems, maySeeExplicit } from "contract/accounts/rules.ts";
import { AppError } from "contract/core/errors.ts";
import type { Launcher } from "contract/prices/launchers.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq } from "../../platform/db/drizzle.ts";
import { users } from "../users/table.ts";
import { type MayMail, requestEmailChange } from "./commands-email.ts";
import type { Mailing } from "./commands-mail.ts";
import type { UserRow } from "./present.ts";
import { emailKey, lockUser } from "./queries.ts";
import { type CountAttempt, requireOwner, requireSession } from "./sessions/commands-reauthenticate.ts";
import { endOtherSessions } from "./sessions/commands-session.ts";

export interface ProfileChanges {
  displayName?: string | null | undefined;
  email?: string | undefined;
  currentPassword?: string | undefined;
  birthday?: string | null | undefined;
  showExplicitContent?: boolean | undefined;
  /** A market. */
  country?: string | null | undefined;
  /** One of the site's languages. */
  locale?: string | null | undefined;
  activates?: Launcher[] | undefined;
  /** Keys of subscription plans. */
  plans?: string[] | undefined;
}

export interface ProfileOptions extends Mailing {
  token: string;
  countAttempt: CountAttempt;
  /** Counts a change of the account's address. Rejects with `rate_limited` after too many. */
  countEmailChange: CountAttempt;
  mayMail: MayMail;
}

/**
 * Changes the given fields. Another address needs `requireOwner`, ends all other sessions, and waits for its
 * confirmation. Throws `invalid` for explicit content below the minimum age.
 */
export async function updateProfile(
  db: Db,
  found: UserRow,
  changes: ProfileChanges,
  { countEmailChange, mayMail, secretKey, ...proof }: ProfileOptions,
): Promise<UserRow> {
  const { email, currentPassword } = changes;
  const newKey = email && emailKey(email) !== found.emailKey ? emailKey(email) : null;
  let mayMailNew = false;
  if (newKey) {
    await requireOwner(db, found, { ...proof, password: currentPassword });
    await countEmailChange(String(found.id));
    mayMailNew = await mayMail(newKey);
  }
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, found.id);
    // a concurrent reset or undo has ended the session
    await requireSession(tx, proof.token, proof.now);
    const hasChanged = newKey !== null && user?.passwordHash !== found.passwordHash;
    if (!user || hasChanged) throw new AppError("unauthenticated", "Authentication required");
    const { displayName = user.displayName, birthday = user.birthday } = changes;
    const { country = user.country, locale: language = user.language, activates = user.activates } = changes;
    const { plans = user.plans } = changes;
    const today = proof.now.toISOString().slice(0, 10);
    const showExplicitContent = explicitSetting(user, birthday, changes.showExplicitContent, today);
    const address =
      email && newKey
        ? await requestEmailChange(tx, user, email, { secretKey, now: proof.now, mayMail: mayMailNew })
        : { email: email ?? user.email };
    if (newKey) await endOtherSessions(tx, { userId: user.id, token: proof.token });
    const [updated] = await tx
      .update(users)
      .set({ displayName, birthday, country, language, activates, plans, showExplicitContent, ...address })
      .where(eq(users.id, user.id))
      .returning();
    return updated!;
  });
}

/** A new birthday can turn the setting off; turning it on needs the minimum age (spec/accounts 9.3). */
function explicitSetting(
  user: UserRow,
  birthday: string | null,
  requested: boolean | undefined,
  today: string,
): boolean {
  if (maySeeExplicit(birthday, today)) return requested ?? user.showExplicitContent;
  if (requested && !user.showExplicitContent) {
    const msg = accountProblems.explicitTooYoung;
    throw new AppError("invalid", msg, { details: [{ path: "showExplicitContent", msg }] });
  }
  return false;
}
