import { accountProblems } from "contract/accounts/rules.ts";
import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { eq } from "../../../platform/db/drizzle.ts";
import { hashToken } from "../../../platform/process/token.ts";
import { isPassword } from "../passwords/password.ts";
import type { UserRow } from "../present.ts";
import { findSessionId, isReauthenticated, isRecent } from "../queries.ts";
import { sessions } from "../table.ts";
import { lockVerified, type Verified } from "./commands-verified.ts";

/** How long a re-authentication is valid. */
const graceMs = 10 * 60_000;

/** A signed-in user, and the token of the session that they call with. */
export interface Caller {
  userId: number;
  token: string;
}

/** Counts an attempt to confirm an account's password. Rejects with `rate_limited` after too many. */
export type CountAttempt = (key: string) => Promise<void>;

export interface Proof {
  password: string | undefined;
  token: string;
  now: Date;
  countAttempt: CountAttempt;
}

/** Marks the session as re-authenticated by the password. Throws `forbidden` for a wrong one. */
export async function reauthenticate(
  db: Db,
  user: UserRow,
  { password = "", token, now, countAttempt }: Proof,
): Promise<void> {
  if (!user.passwordHash) throw reauthenticationRequired();
  await requireOwnPassword(user, "password", password, countAttempt);
  await confirmIdentity(db, { userId: user.id, token }, { by: "password", passwordHash: user.passwordHash }, now);
}

/** Marks the session as re-authenticated. Throws `unauthenticated` when what was verified is no longer true. */
export async function confirmIdentity(db: Db, { userId, token }: Caller, verified: Verified, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockVerified(tx, userId, verified);
    await tx
      .update(sessions)
      .set({ reauthenticatedAt: now })
      .where(eq(sessions.tokenHash, hashToken(token)));
  });
}

/** Throws `reauthentication_required` unless the session was re-authenticated recently. */
export async function requireReauthentication(db: Db, token: string, now: Date): Promise<void> {
  if (!(await isReauthenticated(db, token, new Date(now.getTime() - graceMs)))) throw reauthenticationRequired();
}

/** Throws `reauthentication_required` unless the session was opened or re-authenticated recently. */
export async function requireRecentSignIn(db: Db, token: string | null, now: Date): Promise<void> {
  if (!(await isRecent(db, token ?? "", new Date(now.getTime() - graceMs)))) throw reauthenticationRequired();
}

/**
 * For a call that carries the current password. Throws `password_required` without it and `forbidden` for a wrong one;
 * for an account without a password, `reauthentication_required` unless the sign-in is recent.
 */
export async function requireOwner(db: Db, user: UserRow, proof: Proof): Promise<void> {
  if (!user.passwordHash) return requireReauthentication(db, proof.token, proof.now);
  if (proof.password === undefined) {
    const msg = accountProblems.currentPasswordMissing;
    throw new AppError("password_required", msg, { details: [{ path: "currentPassword", msg }] });
  }
  await requireOwnPassword(user, "currentPassword", proof.password, proof.countAttempt);
}

/** The id of the session. Throws `unauthenticated` when it has just ended; locking its user first keeps it valid. */
export async function requireSession(tx: Db, token: string, now: Date): Promise<number> {
  const id = await findSessionId(tx, token, now);
  if (id === null) throw new AppError("unauthenticated", "Authentication required");
  return id;
}

async function requireOwnPassword(
  { id, passwordHash }: UserRow,
  path: string,
  password: string,
  countAttempt: CountAttempt,
): Promise<void> {
  await countAttempt(String(id));
  if (await isPassword(password, passwordHash)) return;
  const msg = accountProblems.currentPasswordWrong;
  throw new AppError("forbidden", msg, { details: [{ path, msg }] });
}

function reauthenticationRequired(): AppError {
  return new AppError("reauthentication_required", "Confirm that it is you, then try again");
}
