import type { Provider } from "contract/accounts/rules.ts";
import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { eq } from "../../../platform/db/drizzle.ts";
import { listFactors } from "../factors/queries.ts";
import { factorChallenges } from "../factors/table.ts";
import type { UserRow } from "../present.ts";
import { lockUser } from "../queries.ts";

/**
 * What a sign-in has verified. Verifying takes time, in which the account may change: a new password, an undo, a first
 * second factor. So it is compared with the account again, under its lock, where the session is created.
 */
export type Verified =
  /** The hash that the password was compared with. */
  | { by: "password"; passwordHash: string | null }
  | { by: "provider"; provider: Provider; id: string | null }
  /** A second factor, or a passkey that replaces the password; `null` = a recovery code. */
  | { by: "factor"; factorId: number | null }
  /** The second step: an open challenge, and the factor that completed it; `null` = a recovery code. */
  | { by: "challenge"; challengeHash: Buffer; factorId: number | null };

/**
 * Locks the account, whose credentials are still the verified ones. Uses up a challenge. Throws `unauthenticated` if
 * they have changed, and for an account that has been deleted.
 */
export async function lockVerified(tx: Db, userId: number, verified: Verified): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  if (!user || !(await isStillTrue(tx, user, verified))) throw signInExpired();
  return user;
}

async function isStillTrue(tx: Db, user: UserRow, verified: Verified): Promise<boolean> {
  const hasFactor = async (factorId: number) => (await listFactors(tx, user.id)).some(({ id }) => id === factorId);
  switch (verified.by) {
    case "password":
      return user.passwordHash !== null && user.passwordHash === verified.passwordHash;
    case "provider": {
      const linked = { google: user.googleId, steam: user.steamId }[verified.provider];
      return linked !== null && linked === verified.id;
    }
    case "factor":
      return verified.factorId === null || hasFactor(verified.factorId);
    case "challenge": {
      // whatever changes the credentials of the first step also deletes the challenge
      const closed = await tx
        .delete(factorChallenges)
        .where(eq(factorChallenges.challengeHash, verified.challengeHash))
        .returning({ userId: factorChallenges.userId });
      const isOpen = closed[0]?.userId === user.id;
      return isOpen && (verified.factorId === null || (await hasFactor(verified.factorId)));
    }
  }
}

/** The error of a sign-in whose account has changed, or that took too long. */
export function signInExpired(): AppError {
  const msg = "This sign-in has expired. Sign in again.";
  return new AppError("unauthenticated", msg, { details: [{ path: "challenge", msg }] });
}
