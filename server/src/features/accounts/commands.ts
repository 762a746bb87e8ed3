import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, eq } from "../../platform/db/drizzle.ts";
import { forgetMails, forgetMailsOf } from "../../platform/mail/queue.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import { deleteMessagesOf } from "../contact/commands.ts";
import { users } from "../users/table.ts";
import { mailConfirmation } from "./commands-email.ts";
import { hashPassword, isPassword } from "./passwords/password.ts";
import { isOutdated } from "./passwords/password-cost.ts";
import type { UserRow } from "./present.ts";
import { conflict, emailTaken, throwConflict, usernameTaken } from "./providers/commands-conflict.ts";
import {
  emailKey,
  findUser,
  findUserByEmail,
  isAddressTaken,
  isLastSuperAdmin,
  isReauthenticated,
  listEmailLinks,
  lockRoles,
  lockUser,
} from "./queries.ts";
import { requireSession } from "./sessions/commands-reauthenticate.ts";
import { endAllSessions } from "./sessions/commands-session.ts";

export interface Registration {
  username: string;
  email: string;
  password: string;
  birthday?: string | null | undefined;
  /** Of the page that it was sent from. */
  language?: string | undefined;
}

/**
 * Creates an account. Throws `conflict`, naming each taken field, also when a concurrent call takes it. With
 * `confirmBy` it mails a link that confirms the address; an address that the operator gave needs none.
 */
export async function registerUser(
  db: Db,
  { username, email, password, birthday, language }: Registration,
  {
    now = new Date(),
    confirmBy,
    byOperator = false,
  }: { now?: Date; confirmBy?: SecretKey | null; byOperator?: boolean } = {},
): Promise<UserRow> {
  const keys = { usernameKey: username.toLowerCase(), emailKey: emailKey(email) };
  const conflicts = [
    ...((await db.$count(users, eq(users.usernameKey, keys.usernameKey))) > 0 ? [usernameTaken] : []),
    ...((await isAddressTaken(db, keys.emailKey, null, now)) ? [emailTaken] : []),
  ];
  if (conflicts.length > 0) throw conflict(conflicts);

  const passwordHash = await hashPassword(password);
  const create = async (tx: Db) => {
    const values = { username, email, ...keys, emailVerified: byOperator, passwordHash, birthday, language };
    const [user] = await tx.insert(users).values(values).returning();
    if (confirmBy) await mailConfirmation(tx, user!, { secretKey: confirmBy, now });
    return user!;
  };
  return db.transaction(create).catch(throwConflict);
}

/** The account with this address and password. Throws the same error, after the same time, for any other pair. */
export async function requirePassword(db: Db, email: string, password: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  const isRight = await isPassword(password, user?.passwordHash ?? null);
  if (!user || !isRight) throw new AppError("unauthenticated", "Invalid email or password");
  if (!isOutdated(user.passwordHash!)) return user;
  // renewed or changed meanwhile: compared with the new hash
  return (await renewHash(db, user, password)) ?? requirePassword(db, email, password);
}

/** Hashes the password at today's cost; `null` if the hash has changed meanwhile. */
async function renewHash(db: Db, { id, passwordHash }: UserRow, password: string): Promise<UserRow | null> {
  const renewed = await hashPassword(password);
  const [user] = await db
    .update(users)
    .set({ passwordHash: renewed })
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash!)))
    .returning();
  return user ?? null;
}

/** The maximum age of a sign-in that confirms a deletion instead of a password. */
const freshSignInMs = 10 * 60_000;

/**
 * Deletes an account with everything that belongs to it. Throws `forbidden` unless the owner confirms it with the
 * password, or, without a password, with a recent sign-in.
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
    throw refused("password", "Sign in again, then delete the account within 10 minutes");
  }
  await db.transaction(async (tx) => {
    await lockRoles(tx);
    const locked = await lockUser(tx, userId);
    await requireSession(tx, token, now);
    if (!locked || locked.passwordHash !== user.passwordHash) throw refused("password", "Wrong password");
    if (await isLastSuperAdmin(tx, userId)) {
      throw new AppError("conflict", "The last super admin cannot leave. Make someone else one first.");
    }
    await removeAccount(tx, locked);
  });
}

/** Deletes an account with everything that belongs to it. */
export async function removeAccount(tx: Db, { id, email }: Pick<UserRow, "id" | "email">): Promise<void> {
  await deleteMessagesOf(tx, id);
  for (const address of await listAddressesOf(tx, { id, email })) await forgetMails(tx, address);
  await forgetMailsOf(tx, id);
  await endAllSessions(tx, id);
  await tx.delete(users).where(eq(users.id, id));
}

/** The account's address, its previous ones, and the pending one unless it is another account's. */
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
