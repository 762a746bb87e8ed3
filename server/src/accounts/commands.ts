import { accountProblems, maySeeExplicit } from "contract/accounts/rules.ts";
import { AppError, type ErrorDetail } from "contract/errors.ts";
import { and, eq, or } from "drizzle-orm";
import { deleteMessagesOf } from "../contact/commands-forget.ts";
import type { Db } from "../db/connect.ts";
import { brokenUniqueRule } from "../db/errors.ts";
import { forgetMails } from "../mail/queue.ts";
import { isLastSuperAdmin, lockRoles } from "../roles/queries.ts";
import { endAllSessions } from "./commands-session.ts";
import { hashPassword, isPassword } from "./password.ts";
import { isOutdated } from "./password-cost.ts";
import type { UserRow } from "./present.ts";
import { emailKey, findUser, findUserByEmail, isSignedInSince } from "./queries.ts";
import { passwordResets, users } from "./table.ts";

export interface Registration {
  username: string;
  email: string;
  password: string;
  birthday?: string | null | undefined;
}

/** Makes an account. Throws `conflict`, naming each taken field, also when somebody else is faster by a moment. */
export async function registerUser(db: Db, { username, email, password, birthday }: Registration): Promise<UserRow> {
  const keys = { usernameKey: username.toLowerCase(), emailKey: emailKey(email) };
  const taken = await db
    .select({ usernameKey: users.usernameKey, emailKey: users.emailKey })
    .from(users)
    .where(or(eq(users.usernameKey, keys.usernameKey), eq(users.emailKey, keys.emailKey)));
  const conflicts = [
    ...(taken.some((user) => user.usernameKey === keys.usernameKey) ? [usernameTaken] : []),
    ...(taken.some((user) => user.emailKey === keys.emailKey) ? [emailTaken] : []),
  ];
  if (conflicts.length > 0) throw conflict(conflicts);

  const passwordHash = await hashPassword(password);
  const [user] = await db
    .insert(users)
    .values({ username, email, ...keys, passwordHash, birthday: birthday ?? null })
    .returning()
    .catch(throwConflict);
  return user!;
}

/** The account of an email address and its password. Throws one and the same error, after the same time, for any other pair. */
export async function requirePassword(db: Db, email: string, password: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  const right = await isPassword(password, user?.passwordHash ?? null);
  if (!user || !right) throw new AppError("unauthenticated", "Invalid email or password");
  if (isOutdated(user.passwordHash!)) await renewHash(db, user, password);
  return user;
}

/** Keeps the password at today's cost, unless it has become another one meanwhile. */
async function renewHash(db: Db, { id, passwordHash }: UserRow, password: string): Promise<void> {
  const renewed = await hashPassword(password);
  await db
    .update(users)
    .set({ passwordHash: renewed })
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash!)));
}

export interface ProfileChanges {
  displayName?: string | null | undefined;
  email?: string | undefined;
  birthday?: string | null | undefined;
  showExplicitContent?: boolean | undefined;
}

/** Changes what is given. `today` is a day in UTC. Throws `conflict` for a taken address, `invalid` for somebody too young. */
export function updateProfile(db: Db, userId: number, changes: ProfileChanges, today: string): Promise<UserRow> {
  const change = async (tx: Db) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
    if (!user) throw new AppError("unauthenticated", "Authentication required");
    const { displayName = user.displayName, email = user.email, birthday = user.birthday } = changes;
    const sameAddress = (email && emailKey(email)) === user.emailKey;
    // whoever reads the old address must not set the password of an account that has left it
    if (!sameAddress) await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
    const [updated] = await tx
      .update(users)
      .set({
        displayName,
        birthday,
        email,
        emailKey: email && emailKey(email),
        emailVerified: sameAddress && user.emailVerified,
        showExplicitContent: explicitSetting(user, birthday, changes.showExplicitContent, today),
      })
      .where(eq(users.id, userId))
      .returning();
    return updated!;
  };
  return db.transaction(change).catch(throwConflict);
}

/** A new birthday can turn the setting off (decisions.md section 11); it can only be turned on by somebody old enough. */
function explicitSetting(user: UserRow, birthday: string | null, wanted: boolean | undefined, today: string): boolean {
  if (maySeeExplicit(birthday, today)) return wanted ?? user.showExplicitContent;
  if (wanted && !user.showExplicitContent) {
    const msg = accountProblems.explicitTooYoung;
    throw new AppError("invalid", msg, { details: [{ path: "showExplicitContent", msg }] });
  }
  return false;
}

/** How old a sign-in may be that confirms a deletion in a password's place. */
const freshSignInMs = 10 * 60_000;

/**
 * Deletes an account with everything that belongs to it. Throws `forbidden` unless the owner confirms it: by the
 * password, or, where there is none, by having begun the sign-in of `token` just now.
 */
export async function deleteAccount(
  db: Db,
  userId: number,
  { password, token, now }: { password: string; token: string; now: Date },
): Promise<void> {
  const user = await findUser(db, userId);
  if (!user) return;
  if (user.passwordHash) {
    if (!(await isPassword(password, user.passwordHash))) throw refused("password", "Wrong password");
  } else if (!(await isSignedInSince(db, token, new Date(now.getTime() - freshSignInMs)))) {
    throw refused("password", "Please sign in again, then delete the account within 10 minutes");
  }
  await db.transaction(async (tx) => {
    await lockRoles(tx);
    if (await isLastSuperAdmin(tx, userId)) {
      throw new AppError("conflict", "The last super admin cannot leave. Please make somebody else one first.");
    }
    await removeAccount(tx, user);
  });
}

/** Deletes an account with everything that belongs to it, whoever wants so. */
export async function removeAccount(tx: Db, { id, email }: Pick<UserRow, "id" | "email">): Promise<void> {
  await deleteMessagesOf(tx, id);
  if (email) await forgetMails(tx, email);
  await endAllSessions(tx, id);
  await tx.delete(users).where(eq(users.id, id));
}

function refused(path: string, msg: string): AppError {
  return new AppError("forbidden", msg, { details: [{ path, msg }] });
}

const usernameTaken: ErrorDetail = { path: "username", msg: accountProblems.usernameTaken };
const emailTaken: ErrorDetail = { path: "email", msg: accountProblems.emailTaken };

function conflict(details: ErrorDetail[]): AppError {
  return new AppError("conflict", details[0]?.msg ?? "", { details });
}

function throwConflict(error: unknown): never {
  const rule = brokenUniqueRule(error);
  if (rule === "users_username_key") throw conflict([usernameTaken]);
  if (rule === "users_email_key") throw conflict([emailTaken]);
  throw error;
}
