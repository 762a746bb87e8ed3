import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, eq, ne } from "../../platform/db/drizzle.ts";
import { hashToken } from "../../platform/process/token.ts";
import { users } from "../users/table.ts";
import { recordOwnChange } from "./commands-audit.ts";
import { addLink, addUndoLink } from "./commands-links.ts";
import { type AccountMail, type Mailing, queueAccountMail } from "./commands-mail.ts";
import { reclaimAccount } from "./commands-reclaim.ts";
import { mailReset } from "./passwords/commands-reset.ts";
import type { EmailLinkRow, UserRow } from "./present.ts";
import {
  toChangedMail,
  toChangeMail,
  toChangeRequestedMail,
  toConfirmationMail,
  toTakenMail,
  toUndoneMail,
} from "./present-mail.ts";
import { conflict, emailTaken, throwConflict } from "./providers/commands-conflict.ts";
import { emailKey, findEmailLink, isAddressTaken, lockUser } from "./queries.ts";
import { endPendingLinks } from "./sessions/commands-session.ts";
import { emailLinks } from "./table.ts";

/** Whether the limit of unrequested mails to an address allows one more. The result must not reach the caller. */
export type MayMail = (emailKey: string) => Promise<boolean>;

/** Mails a link that confirms the address of a new account. */
export async function mailConfirmation(tx: Db, user: UserRow, mailing: Mailing): Promise<void> {
  if (user.email === null) return;
  const token = await addLink(tx, user.id, "confirm", user.email, mailing.now);
  await queueAccountMail(tx, user.email, toConfirmationMail(user, token), mailing);
}

/**
 * Begins a change to another address: mails a link there, and one that undoes the change to the present address. Only
 * the mail reveals whether the address belongs to another account. Returns the changed columns of the user.
 */
export async function requestEmailChange(
  tx: Db,
  user: UserRow,
  email: string,
  options: Mailing & { mayMail: boolean },
): Promise<Pick<UserRow, "pendingEmail">> {
  await dropPendingLinks(tx, user);
  await mailPending(tx, user, email, options);
  await mailUndo(tx, user, toChangeRequestedMail, options);
  await recordOwnChange(tx, user, { description: "Asked for another email address" });
  return { pendingEmail: email };
}

/** Resends the links to the unverified and to the pending address. */
export async function resendConfirmation(
  db: Db,
  userId: number,
  { mayMail, ...mailing }: Mailing & { mayMail: MayMail },
): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) return;
    if (user.email && !user.emailVerified && (await mayMail(emailKey(user.email)))) {
      await mailConfirmation(tx, user, mailing);
    }
    const { pendingEmail } = user;
    if (pendingEmail && (await mayMail(emailKey(pendingEmail)))) {
      await mailPending(tx, user, pendingEmail, { ...mailing, mayMail: true });
    }
  });
}

/** Cancels an unconfirmed change. */
export async function cancelEmailChange(db: Db, userId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user?.pendingEmail) return;
    await dropPendingLinks(tx, user);
    await tx.update(users).set({ pendingEmail: null }).where(eq(users.id, userId));
    await recordOwnChange(tx, user, { description: "Cancelled the change of the email address" });
  });
}

/**
 * Confirms the address that the token was mailed to; a pending one replaces the account's address. Throws `invalid`
 * for an invalid token, `conflict` when another account has taken the address meanwhile.
 */
export async function confirmEmail(db: Db, token: string, mailing: Mailing): Promise<void> {
  const { now } = mailing;
  const confirm = async (tx: Db) => {
    const { user, link } = await takeLink(tx, "confirm", token, now);
    if (link.emailKey === user.emailKey) {
      await tx.update(users).set({ emailVerified: true }).where(eq(users.id, user.id));
      return;
    }
    if (!user.pendingEmail || emailKey(user.pendingEmail) !== link.emailKey) throw invalidLink();
    if (await isAddressTaken(tx, link.emailKey, user.id, now)) throw conflict([emailTaken]);
    // readers of the old address must not be able to reset the password any more
    await endPendingLinks(tx, user.id);
    await tx
      .update(users)
      .set({ email: user.pendingEmail, emailKey: link.emailKey, emailVerified: true })
      .where(eq(users.id, user.id));
    await mailUndo(tx, user, toChangedMail, mailing);
    await recordOwnChange(tx, user, { description: "Changed the email address" });
  };
  await db.transaction(confirm).catch(throwConflict);
}

/**
 * Takes the account back to the address that the token was mailed to, with a notice of a changed address or of an added
 * second factor. The attacker who did that knew the password or had a session: everything that lets someone in is
 * removed, whoever added it, and a link for a new password is mailed to the restored address. Newer undo links may
 * belong to the attacker and are removed; older ones stay. Throws `invalid` for an invalid token.
 */
export async function undoTakeover(db: Db, token: string, mailing: Mailing): Promise<void> {
  const undo = async (tx: Db) => {
    const { user, link } = await takeLink(tx, "undo", token, mailing.now);
    await reclaimAccount(tx, user, { now: mailing.now, undone: link });
    const [restored] = await tx
      .update(users)
      .set({ email: link.email, emailKey: link.emailKey, emailVerified: true })
      .where(eq(users.id, user.id))
      .returning();
    await mailReset(tx, restored!, mailing);
    if (user.email && user.emailKey !== link.emailKey) {
      await queueAccountMail(tx, user.email, toUndoneMail(user), mailing);
    }
    const isMoved = user.pendingEmail !== null || user.emailKey !== link.emailKey;
    const change = isMoved ? "a change of the email address" : "an added second factor";
    await recordOwnChange(tx, user, {
      description: `Undid ${change}; everything that let someone in was removed`,
    });
  };
  await db.transaction(undo).catch(throwConflict);
}

/** Uses up a mailed link, and locks its user. */
async function takeLink(
  tx: Db,
  purpose: EmailLinkRow["purpose"],
  token: string,
  now: Date,
): Promise<{ user: UserRow; link: EmailLinkRow }> {
  const tokenHash = hashToken(token);
  const found = await findEmailLink(tx, purpose, tokenHash, now);
  const user = found && (await lockUser(tx, found.userId));
  if (!user) throw invalidLink();
  // a concurrent call may have used it
  const [link] = await tx.delete(emailLinks).where(eq(emailLinks.tokenHash, tokenHash)).returning();
  if (!link) throw invalidLink();
  return { user, link };
}

/** Mails a link to the pending address, or a notice if it belongs to another account. */
async function mailPending(
  tx: Db,
  user: UserRow,
  email: string,
  { mayMail, ...mailing }: Mailing & { mayMail: boolean },
): Promise<void> {
  const isTaken = await isAddressTaken(tx, emailKey(email), user.id, mailing.now);
  // also for a taken address, so that both cases take the same time
  const token = await addLink(tx, user.id, "confirm", email, mailing.now);
  const mail = isTaken ? toTakenMail() : toChangeMail(user, token);
  if (mayMail) await queueAccountMail(tx, email, mail, mailing);
}

async function mailUndo(
  tx: Db,
  user: UserRow,
  toMail: (user: UserRow, token: string) => AccountMail,
  mailing: Mailing,
): Promise<void> {
  const token = await addUndoLink(tx, user, mailing.now);
  if (user.email !== null && token !== null) await queueAccountMail(tx, user.email, toMail(user, token), mailing);
}

/** Deletes the links to a pending address. The one to the account's own address stays valid. */
async function dropPendingLinks(tx: Db, user: UserRow): Promise<void> {
  const ofUser = and(eq(emailLinks.userId, user.id), eq(emailLinks.purpose, "confirm"));
  await tx
    .delete(emailLinks)
    .where(user.emailKey === null ? ofUser : and(ofUser, ne(emailLinks.emailKey, user.emailKey)));
}

function invalidLink(): AppError {
  const msg = "This link is not good any more.";
  return new AppError("invalid", msg, { details: [{ path: "token", msg }] });
}
