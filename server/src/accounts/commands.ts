import { AppError } from "contract/errors.ts";
import { and, eq } from "drizzle-orm";
import { deleteMessagesOf } from "../contact/commands-forget.ts";
import type { Db } from "../db/connect.ts";
import { forgetMails } from "../mail/queue.ts";
import { isLastSuperAdmin, lockRoles } from "../roles/queries.ts";
import type { SecretKey } from "../secret-key.ts";
import { conflict, emailTaken, throwConflict, usernameTaken } from "./commands-conflict.ts";
import { mailConfirmation } from "./commands-email.ts";
import { endAllSessions } from "./commands-session.ts";
import { hashPassword, isPassword } from "./password.ts";
import { isOutdated } from "./password-cost.ts";
import type { UserRow } from "./present.ts";
import { emailKey, findUser, findUserByEmail, isAddressTaken, isReauthenticated, listEmailLinks } from "./queries.ts";
import { users } from "./table.ts";

export interface Registration {
  username: string;
  email: string;
  password: string;
  birthday?: string | null | undefined;
}

/**
 * Creates an account. Throws `conflict`, naming each taken field, also when somebody else is faster by a moment.
 * `confirmBy` = mail a link that confirms the address.
 */
export async function registerUser(
  db: Db,
  { username, email, password, birthday }: Registration,
  { now = new Date(), confirmBy }: { now?: Date; confirmBy?: SecretKey | null } = {},
): Promise<UserRow> {
  const keys = { usernameKey: username.toLowerCase(), emailKey: emailKey(email) };
  const conflicts = [
    ...((await db.$count(users, eq(users.usernameKey, keys.usernameKey))) > 0 ? [usernameTaken] : []),
    ...((await isAddressTaken(db, keys.emailKey, null, now)) ? [emailTaken] : []),
  ];
  if (conflicts.length > 0) throw conflict(conflicts);

  const passwordHash = await hashPassword(password);
  const create = async (tx: Db) => {
    const values = { username, email, ...keys, passwordHash, birthday: birthday ?? null };
    const [user] = await tx.insert(users).values(values).returning();
    if (confirmBy) await mailConfirmation(tx, user!, { secretKey: confirmBy, now });
    return user!;
  };
  return db.transaction(create).catch(throwConflict);
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
  } else if (!(await isReauthenticated(db, token, new Date(now.getTime() - freshSignInMs)))) {
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
  for (const address of await listAddressesOf(tx, { id, email })) await forgetMails(tx, address);
  await endAllSessions(tx, id);
  await tx.delete(users).where(eq(users.id, id));
}

/** The account's address, those that a change of it can be undone to, and the pending one, unless it is somebody else's. */
async function listAddressesOf(tx: Db, { id, email }: Pick<UserRow, "id" | "email">): Promise<Set<string>> {
  const addresses = new Set(email === null ? [] : [email]);
  const beginning = new Date(0);
  for (const link of await listEmailLinks(tx, id, beginning)) {
    if (link.purpose === "undo") addresses.add(link.email);
  }
  const pending = (await findUser(tx, id))?.pendingEmail;
  if (pending && !(await isAddressTaken(tx, emailKey(pending), id, beginning))) addresses.add(pending);
  return addresses;
}

function refused(path: string, msg: string): AppError {
  return new AppError("forbidden", msg, { details: [{ path, msg }] });
}
